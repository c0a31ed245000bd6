import { draw } from './draw.js'
import { land } from './land.js'
import { waypoints } from './data.js'

export const width = 784
export const height = 444
const pitch = 6
const perDegree = 5.44
const perRadian = (perDegree * 180) / Math.PI
const top = mercator(62)

function mercator(latitude) {
  return Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360))
}

function place([longitude, latitude]) {
  return [561 + (longitude - 4.1) * perDegree, (top - mercator(latitude)) * perRadian]
}

const landPath = land
  .flatMap((row, line) =>
    row
      .split(' ')
      .filter((run) => run !== '')
      .flatMap((run) => {
        const [from, count] = run.split('+').map((number) => Number.parseInt(number, 36))
        return Array.from({ length: count }, (_, index) => `M${(from + index) * pitch + 3} ${line * pitch + 3}h0`)
      }),
  )
  .join('')

/** A smooth line through the lane's turning points. */
function lanePath(from, to) {
  const points = waypoints(from, to).map(place)
  const at = (index) => points[Math.max(0, Math.min(points.length - 1, index))]
  const [first] = points
  let path = `M${first.map(round).join(' ')}`
  for (let index = 1; index < points.length; index += 1) {
    const [before, start, end, after] = [at(index - 2), at(index - 1), at(index), at(index + 1)]
    const pull = (axis) => [start[axis] + (end[axis] - before[axis]) / 6, end[axis] - (after[axis] - start[axis]) / 6]
    const [x, y] = [pull(0), pull(1)]
    path += `C${[x[0], y[0], x[1], y[1], end[0], end[1]].map(round).join(' ')}`
  }
  return path
}

function round(value) {
  return Math.round(value * 10) / 10
}

/** A measured path: the lane, where a ship is on it, and the part it has sailed. */
function measured(booking) {
  const path = draw('path', { d: lanePath(booking.from, booking.to), fill: 'none' })
  const length = path.getTotalLength()
  const sailed = (length * booking.progress) / 100
  return { path, length, sailed, point: path.getPointAtLength(sailed) }
}

function ground() {
  return draw('path', { d: landPath, stroke: 'oklch(.52 .06 195)', 'stroke-width': 3.4, 'stroke-linecap': 'round' })
}

/** Keeps dots away from the texts in the corners. */
function clearings(holes) {
  return draw(
    'mask',
    { id: 'clearings', maskUnits: 'userSpaceOnUse', x: -100, y: -100, width: 1000, height: 700 },
    draw('rect', { x: -100, y: -100, width: 1000, height: 700, fill: '#fff' }),
    ...holes.flatMap(([x, y, radius], index) => [
      draw('radialGradient', { id: `hole-${index}` }, draw('stop', { offset: '.55', 'stop-color': '#000' }), draw('stop', { offset: '1', 'stop-color': '#000', 'stop-opacity': 0 })),
      draw('circle', { cx: x, cy: y, r: radius, fill: `url(#hole-${index})` }),
    ]),
  )
}

/** Every lane with its ships. `picked` is the id of the booking whose ship is lit. */
export function fleetMap(bookings, picked, onPick) {
  const underWay = bookings.filter(({ progress }) => progress > 0 && progress < 100)
  const measures = new Map(underWay.map((booking) => [booking.id, measured(booking)]))
  const lanes = new Map(underWay.map((booking) => [`${booking.from}-${booking.to}`, booking]))
  const chosen = underWay.find(({ id }) => id === picked)
  const light = chosen?.tone === 'amber' ? 'var(--amber)' : 'var(--mint)'
  const lines = [...lanes.values()].map(({ id }) => draw('path', { d: measures.get(id).path.getAttribute('d'), fill: 'none', stroke: 'var(--mint)', 'stroke-width': 1.6, opacity: 0.42 }))
  const ends = [...lanes.values()].flatMap(({ from, to }) => [waypoints(from, to)[0], waypoints(from, to).at(-1)].map(place)).map(([cx, cy]) => draw('circle', { cx, cy, r: 2.6, fill: '#fff' }))
  const way = chosen === undefined ? [] : [sailedLine(measures.get(chosen.id), light)]
  const ships = underWay
    .toSorted((a) => (a.id === picked ? 1 : -1))
    .map((booking) => {
      const { x, y } = measures.get(booking.id).point
      const isPicked = booking.id === picked
      const color = booking.tone === 'amber' ? 'var(--amber)' : 'var(--mint)'
      return draw(
        'g',
        { class: 'ship', role: 'button', tabindex: 0, 'aria-label': `Show ${booking.id}`, transform: `translate(${round(x)} ${round(y)})`, onclick: () => onPick(booking.id), onkeydown: ({ key }) => key === 'Enter' && onPick(booking.id) },
        draw('circle', { r: 14, fill: isPicked ? color : 'transparent', opacity: isPicked ? 0.24 : 1 }),
        draw('circle', { r: isPicked ? 6.5 : 4.2, fill: color, ...(isPicked && { stroke: '#fff', 'stroke-width': 2 }) }),
      )
    })
  const svg = draw(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}` },
    clearings([[52, 60, 96], [104, 424, 130]]),
    draw('g', { mask: 'url(#clearings)' }, ground()),
    ...lines,
    ...way,
    ...ends,
    ...ships,
  )
  return { svg, point: chosen === undefined ? null : measures.get(chosen.id).point }
}

function sailedLine({ path, length, sailed }, color) {
  return draw('path', { d: path.getAttribute('d'), fill: 'none', stroke: color, 'stroke-width': 2.6, 'stroke-linecap': 'round', 'stroke-dasharray': `${round(sailed)} ${round(length)}` })
}

/** One lane, filling its card. */
export function laneMap(booking, box) {
  const { path, length, sailed, point } = measured(booking)
  const bounds = [0, 0.25, 0.5, 0.75, 1].map((part) => path.getPointAtLength(length * part))
  const [xs, ys] = [bounds.map(({ x }) => x), bounds.map(({ y }) => y)]
  const [left, right, upper, lower] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const scale = Math.min(1.9, (box.width - 190) / (right - left), (box.height - 120) / (lower - upper))
  const [w, h] = [box.width / scale, box.height / scale]
  const x = clamp((left + right - w) / 2, 0, width - w)
  const y = clamp((upper + lower - h) / 2 + (h * 0.04), 0, height - h)
  const color = booking.tone === 'amber' ? 'var(--amber)' : 'var(--mint)'
  const d = path.getAttribute('d')
  const ends = [path.getPointAtLength(0), path.getPointAtLength(length)]
  return draw(
    'svg',
    { width: box.width, height: box.height, viewBox: `${round(x)} ${round(y)} ${round(w)} ${round(h)}` },
    clearings([[x + 110 / scale, y + h - 40 / scale, 150 / scale]]),
    draw('g', { mask: 'url(#clearings)' }, ground()),
    draw('path', { d, fill: 'none', stroke: color, 'stroke-width': 2.4 / scale, 'stroke-linecap': 'round', 'stroke-dasharray': `0.5 ${7.8 / scale}` }),
    draw('path', { d, fill: 'none', stroke: color, 'stroke-width': 3.4 / scale, 'stroke-linecap': 'round', 'stroke-dasharray': `${round(sailed)} ${round(length)}` }),
    ...ends.map(({ x: cx, y: cy }) => draw('circle', { cx, cy, r: 6 / scale, fill: '#fff' })),
    draw('circle', { cx: point.x, cy: point.y, r: 18 / scale, fill: color, opacity: 0.24 }),
    draw('circle', { cx: point.x, cy: point.y, r: 8 / scale, fill: color, stroke: '#fff', 'stroke-width': 2.5 / scale }),
  )
}

function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value))
}
