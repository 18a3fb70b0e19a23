// The floor as a packaged plugin, with requests instead of waits.
require("./plugin-resources.cjs").declareResources("requesting");
