import { draw } from './draw.js'
import { weeks } from './data.js'

const monthNames = ['Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov']

/** [index of the week, month] for each week in which a month begins. */
function months(count) {
  return [0, 4, 9, 14, 18, 22].map((week, index) => [week - (26 - count), monthNames[index]]).filter(([week]) => week >= 0)
}

export function barChart(count) {
  const values = weeks.onTime.slice(-count)
  const [width, height, bottom] = [252, 206, 180]
  const step = (width + 6) / count
  const bars = values.map((value, index) => {
    const y = bottom - ((value - 70) / 25) * 165
    const isLast = index === count - 1
    const bar = draw('rect', { x: index * step, y, width: Math.min(15, step - 4), height: bottom - y, rx: 4, fill: isLast ? 'var(--sea)' : 'var(--past)' }, draw('title', {}, `${value} %`))
    return bar
  })
  const labels = months(count).map(([week, name]) => draw('text', { x: week * step, y: 202 }, name))
  return draw('svg', { class: 'chart', width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `On time, last ${count} weeks` }, ...bars, ...labels)
}

const [plotWidth, low, high, upper, lower] = [392, 1.82, 2.72, 26, 202]

/** Our cost per kilo beside the market's. `marked` is the week whose saving is shown; clicking chooses another. */
export function costChart(count, marked, onMark) {
  const [you, market] = [weeks.you.slice(-count), weeks.market.slice(-count)]
  const x = (index) => (plotWidth * index) / (count - 1)
  const y = (value) => lower - ((value - low) / (high - low)) * (lower - upper)
  const line = smooth(you.map((value, index) => [x(index), y(value)]))
  const grid = [2.6, 2.3, 2].flatMap((value) => [
    draw('path', { d: `M0 ${Math.round(y(value)) + 0.5}H${plotWidth}`, stroke: 'var(--line)' }),
    draw('text', { x: plotWidth + 6, y: y(value) + 4 }, `$${value.toFixed(2)}`),
  ])
  const labels = months(count).map(([week, name]) => draw('text', { x: x(week), y: 224 }, name))
  const index = marked === null ? count - 5 : Math.min(marked, count - 1)
  const [markX, markY] = [x(index), y(you[index])]
  const svg = draw(
    'svg',
    {
      class: 'chart cost',
      width: 424,
      height: 228,
      viewBox: '0 0 424 228',
      role: 'img',
      'aria-label': `Landed cost a kilo, last ${count} weeks`,
      onclick: (event) => onMark(Math.max(0, Math.min(count - 1, Math.round((event.offsetX / plotWidth) * (count - 1))))),
    },
    draw('linearGradient', { id: 'under', x2: 0, y2: 1 }, draw('stop', { 'stop-color': 'oklch(.55 .1 185)', 'stop-opacity': 0.22 }), draw('stop', { offset: 1, 'stop-color': 'oklch(.55 .1 185)', 'stop-opacity': 0 })),
    ...grid,
    ...labels,
    draw('path', { d: `${line}V${lower}H0z`, fill: 'url(#under)' }),
    draw('path', { d: smooth(market.map((value, at) => [x(at), y(value)])), fill: 'none', stroke: 'oklch(.62 .03 200)', 'stroke-width': 2, 'stroke-dasharray': '0 5.5', 'stroke-linecap': 'round' }),
    draw('path', { d: line, fill: 'none', stroke: 'var(--sea)', 'stroke-width': 2.5, 'stroke-linecap': 'round' }),
    draw('path', { d: `M${Math.round(markX) + 0.5} ${markY + 8}V${lower}`, stroke: 'var(--sea)', 'stroke-dasharray': '2 4' }),
    draw('circle', { cx: markX, cy: markY, r: 5, fill: '#fff', stroke: 'var(--sea)', 'stroke-width': 2.5 }),
  )
  return { svg, mark: marked === null ? null : { x: markX, y: markY, you: you[index], market: market[index] } }
}

function smooth(points) {
  const at = (index) => points[Math.max(0, Math.min(points.length - 1, index))]
  return points
    .map(([x, y], index) => {
      if (index === 0) return `M${x.toFixed(1)} ${y.toFixed(1)}`
      const [before, start, after] = [at(index - 2), at(index - 1), at(index + 1)]
      const controls = [start[0] + (x - before[0]) / 6, start[1] + (y - before[1]) / 6, x - (after[0] - start[0]) / 6, y - (after[1] - start[1]) / 6]
      return `C${[...controls, x, y].map((value) => value.toFixed(1)).join(' ')}`
    })
    .join('')
}
