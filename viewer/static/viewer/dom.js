// Elements made in one call, and a tree that is changed in place so that what stays can move.

const SVG = "http://www.w3.org/2000/svg";

/** An element of HTML: html("p", { class: "note" }, "words", child, [more]). */
export function html(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false)
      node.setAttribute(name, value === true ? "" : value);
  }
  node.append(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

/** Give `old` the children of these, keeping every node that is still the same thing: elements
 *  with the same `data-key` are, and otherwise those of the same kind in the same order. */
export function show(old, ...children) {
  const fresh = document.createDocumentFragment();
  fresh.append(...children.flat(Infinity).filter(Boolean));
  morphChildren(old, fresh);
}

function morph(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.checked !== fresh.checked) old.checked = fresh.checked; // once touched, a button no longer heeds its attribute
  morphChildren(old, fresh);
}

function morphChildren(old, fresh) {
  const kept = new Map();
  for (const child of old.childNodes) {
    const kind = kindOf(child);
    kept.set(kind, [...(kept.get(kind) ?? []), child]);
  }
  const next = [...fresh.childNodes].map((child) => {
    const same = kept.get(kindOf(child))?.shift();
    if (same) morph(same, child);
    return same ?? child;
  });
  // What is gone goes first: whatever is moved about in the tree loses its transitions.
  for (const gone of kept.values()) for (const child of gone) child.remove();
  let place = old.firstChild;
  for (const child of next) {
    if (child === place) place = place.nextSibling;
    else old.insertBefore(child, place);
  }
}

function kindOf(node) {
  return `${node.nodeName} ${node.dataset?.key ?? ""}`;
}
