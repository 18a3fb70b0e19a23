import DefaultTheme from "vitepress/theme";
import type { App } from "vue";
import { mermaidDiagram } from "./mermaid-diagram.ts";
import "./custom.css";

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }: { app: App }) => void app.component("MermaidDiagram", mermaidDiagram),
};
