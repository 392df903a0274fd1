// Shows the little Markdown that the library writes: paragraphs, blocks of code, code, bold, links, lists, rules. Text stays text.

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((https:[^)\s]+)\)/g;

function made(tag, text = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function inline(parent, text) {
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    parent.append(text.slice(end, found.index));
    end = found.index + found[0].length;
    if (found[1]) parent.append(made("code", found[1]));
    else if (found[2]) {
      const bold = made("strong");
      inline(bold, found[2]);
      parent.append(bold);
    } else {
      const link = made("a", found[3]);
      Object.assign(link, { href: found[4], target: "_blank", rel: "noopener" });
      parent.append(link);
    }
  }
  parent.append(text.slice(end));
}

export function markdown(text) {
  const all = made("div");
  all.className = "told";
  for (const [at, part] of text.split(/^```.*$/m).entries()) {
    if (at % 2) {
      all.append(made("pre", part.replace(/^\n|\n$/g, "")));
      continue;
    }
    for (const block of part.split(/\n\s*\n/).map((each) => each.trim()).filter(Boolean)) {
      if (block === "---") all.append(made("hr"));
      else {
        const paragraph = made("p");
        inline(paragraph, block.replace(/^#+ /, ""));
        all.append(paragraph);
      }
    }
  }
  return all;
}
