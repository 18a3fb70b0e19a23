// Ours, through the packaged plugin.
require("./plugin-resources.cjs").declareResources("idm");
