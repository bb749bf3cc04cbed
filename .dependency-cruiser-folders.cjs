/** Checks that no two folders of the product need each other, while a test may import any folder. */

const { options } = require("./.dependency-cruiser.cjs");

module.exports = {
  forbidden: [
    {
      name: "no-circles-between-folders",
      comment: "Two folders that need each other cannot be understood or changed one at a time.",
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
        "^trials/bench/",
      ],
    },
  },
};
