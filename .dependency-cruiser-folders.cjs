/** Owns that no two folders need each other. Of what ships alone: a test may stand on whatever it likes. */

const { options } = require("./.dependency-cruiser.cjs");

module.exports = {
  forbidden: [
    {
      name: "no-circles-between-folders",
      comment: "A folder that needs another which needs it back is one folder with two doors.",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: {
      path: [
        "routeTree\\.gen\\.ts$",
        "\\.(spec|test)\\.tsx?$",
        "-fixture\\.ts$",
        "^core/testing/",
        "^web/e2e/",
        "/bench/",
      ],
    },
  },
};
