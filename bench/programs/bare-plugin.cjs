// The floor as a packaged plugin: a plugin whose methods only wait as long as the service takes.
require("./plugin-resources.cjs").declareResources("waiting");
