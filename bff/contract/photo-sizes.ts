/** Opens the sizes of rooms' photos to the browser. */
export { photoPath, widthsOf } from "../../core/venue/photos/photo-sizes.ts";
