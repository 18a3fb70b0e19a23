import { useData } from "vitepress";
import { defineComponent, h, onMounted, ref, useId, watch } from "vue";

/** Draws a diagram in the browser, in the page's colours. Until then, and without JavaScript, it shows its text. */
export const mermaidDiagram = defineComponent({
  props: { code: { type: String, required: true } },
  setup(props) {
    const text = decodeURIComponent(props.code);
    const svg = ref("");
    const id = `diagram-${useId()}`;
    const { isDark } = useData();
    const draw = async () => {
      svg.value = await drawn(id, text, isDark.value ? "dark" : "default");
    };
    onMounted(draw);
    watch(isDark, draw);
    return () =>
      svg.value ? h("div", { class: "diagram", innerHTML: svg.value }) : h("pre", { class: "diagram" }, text);
  },
});

/** The width of the text of a page. */
const columnWidth = 688;

/** The diagram as SVG. One from left to right that is too wide for the page is drawn from top to bottom. */
async function drawn(id: string, text: string, theme: "dark" | "default"): Promise<string> {
  const { default: mermaid } = await import("mermaid");
  await document.fonts.ready;
  const { fontFamily } = getComputedStyle(document.body);
  mermaid.initialize({ startOnLoad: false, theme, fontFamily });
  const { svg } = await mermaid.render(id, text);
  const upright = text.replace(/^(\s*(?:flowchart|graph)) LR/, "$1 TD");
  if (widthOf(svg) <= columnWidth * 1.3 || upright === text) return legible(svg);
  return legible((await mermaid.render(id, upright)).svg);
}

/** Mermaid shrinks a diagram to the width of the page. Below two thirds of its size nobody can read it: it scrolls. */
function legible(svg: string): string {
  return svg.replace("max-width:", `min-width: ${Math.round(widthOf(svg) * 0.65)}px; max-width:`);
}

function widthOf(svg: string): number {
  return Number(/max-width: ([\d.]+)px/.exec(svg)?.[1] ?? 0);
}
