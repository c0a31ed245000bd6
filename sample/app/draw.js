const svgNames = new Set(['svg', 'path', 'circle', 'g', 'rect', 'text', 'line', 'defs', 'linearGradient', 'radialGradient', 'stop', 'mask', 'use', 'symbol'])

/** An element with attributes, listeners (on…) and children; null children are left out. */
export function draw(name, attributes = {}, ...children) {
  const element = svgNames.has(name) ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? '' : value)
  }
  element.append(...children.flat().filter((child) => child !== null && child !== false))
  return element
}

const shapes = {
  overview: 'M2.5 2.5h5v6h-5zM10.5 2.5h5v3.5h-5zM10.5 9h5v6.5h-5zM2.5 11.5h5v4h-5z',
  bookings: 'm9 2 6.5 3.5v7L9 16l-6.5-3.5v-7zM2.5 5.5 9 9l6.5-3.5M9 9v7',
  quotes: 'M9.5 2H16v6.5L8.5 16 2 9.5zM12.5 5.5h.01',
  documents: 'M4 2h7l3 3v11H4zM7 9h4M7 12h4',
  invoices: 'M2 4h14v10H2zM2 7.5h14M5 11h2',
  plus: 'M9 4v10M4 9h10',
  calendar: 'M3 4h12v11H3zM3 8h12M6.2 2.5V5M11.8 2.5V5',
  find: 'M3.2 8a4.8 4.8 0 1 0 9.6 0 4.8 4.8 0 1 0-9.6 0m8.2 3.4L15 15',
  close: 'm4.5 4.5 9 9m0-9-9 9',
  check: 'm4 9.5 3.5 3.5L14 5.5',
}

export function icon(name, size = 18) {
  const path = draw('path', { d: shapes[name], fill: 'none', stroke: 'currentColor', 'stroke-width': 1.7, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })
  return draw('svg', { width: size, height: size, viewBox: '0 0 18 18', 'aria-hidden': 'true' }, path)
}

export function button(label, { symbol = null, isMain = false, ...attributes }) {
  return draw('button', { type: 'button', class: isMain ? 'button main' : 'button', ...attributes }, symbol === null ? null : icon(symbol), label)
}

export function bar(percent, tone) {
  const fill = draw('i', {})
  fill.style.width = `${percent}%`
  return draw('div', { class: `bar ${tone}` }, fill)
}

export function status(text, tone) {
  return draw('span', { class: `status ${tone}` }, text)
}

/** “Port to port”, with a dimmed “to”. */
export function lane(from, to) {
  return draw('span', {}, `${from} `, draw('span', { class: 'quiet' }, 'to'), ` ${to}`)
}
