import { bookings, groupOf, lanes, money } from './data.js'
import { barChart, costChart } from './charts.js'
import { bar, button, draw } from './draw.js'
import { fleetMap } from './map.js'
import { addressOf, state, show } from './state.js'

export function overview() {
  const { weeks } = state
  return [
    draw(
      'div',
      { class: 'top' },
      draw('h1', {}, 'Overview'),
      button(`Last ${weeks} weeks`, { symbol: 'calendar', onclick: () => show({ weeks: weeks === 12 ? 26 : 12, week: null }) }),
      button('New booking', { symbol: 'plus', isMain: true, onclick: () => show({ dialog: 'shipment' }) }),
    ),
    draw('div', { class: 'overview' }, fleet(), arriving(), draw('div', { class: 'figures' }, onTime(), cost(), spend())),
  ]
}

function fleet() {
  const underWay = bookings.filter((booking) => groupOf(booking) === 'Under way')
  const waiting = underWay.filter(({ tone }) => tone === 'amber').length
  const { svg, point } = fleetMap(bookings, state.ship, (ship) => show({ ship }))
  const booking = bookings.find(({ id }) => id === state.ship)
  const tag =
    point === null
      ? null
      : draw('a', { class: 'tag', href: addressOf(booking.id) }, draw('b', {}, `${booking.id} · ${booking.carrier}`), draw('span', {}, `${booking.goods} to ${booking.to}, ${booking.arrives}`))
  if (tag !== null) {
    tag.style.left = `${Math.min(560, point.x + 18)}px`
    tag.style.top = `${point.y + 16}px`
  }
  return draw(
    'div',
    { class: 'card map' },
    svg,
    draw('div', { class: 'title' }, 'Under way', draw('b', {}, String(underWay.length))),
    draw('div', { class: 'legend' }, draw('span', {}, draw('i', { class: 'dot' }), `${underWay.length - waiting} on time`), draw('span', {}, draw('i', { class: 'dot amber' }), waiting === 1 ? '1 needs you' : `${waiting} need you`)),
    tag,
  )
}

function arriving() {
  const next = bookings.filter((booking) => groupOf(booking) === 'Under way')
  const first = next.toSorted((a, b) => dayOf(a.arrives) - dayOf(b.arrives)).slice(0, 5)
  return draw(
    'div',
    { class: 'card arriving' },
    draw('div', { class: 'heading' }, draw('h2', {}, 'Arriving next'), draw('a', { href: '#bookings' }, `All ${next.length}`)),
    ...first.map(({ id, to, goods, amount, arrives, progress, tone }) =>
      draw(
        'a',
        { class: 'arrival', href: addressOf(id) },
        draw('div', {}, draw('b', {}, to), draw('span', { class: 'quiet' }, arrives.split(' ').slice(0, 2).join(' '))),
        draw('p', {}, `${goods}, ${amount}`),
        bar(progress, tone),
      ),
    ),
  )
}

/** Parses “Thu 26 Nov” as a day in 2026. */
function dayOf(text) {
  return Date.parse(`${text.slice(4)} 2026`)
}

function onTime() {
  return draw('div', { class: 'card' }, draw('span', { class: 'quiet' }, 'On time'), draw('div', { class: 'figure' }, '94.2% ', draw('span', { class: 'change' }, '+3.1')), barChart(state.weeks))
}

function cost() {
  const { svg, mark } = costChart(state.weeks, state.week, (week) => show({ week }))
  const card = draw(
    'div',
    { class: 'card' },
    draw('span', { class: 'quiet' }, 'Landed cost per kilo'),
    draw('div', { class: 'figure' }, '$2.14 ', draw('span', { class: 'change' }, state.weeks === 12 ? '−18%' : '−25%')),
    draw('div', { class: 'key' }, draw('span', {}, draw('i', { class: 'dot' }), 'You'), draw('span', {}, draw('i', { class: 'dot market' }), 'Market')),
    svg,
  )
  if (mark !== null) {
    const saved = draw('div', { class: 'saving' }, draw('b', {}, `$${(mark.market - mark.you).toFixed(2)} a kilo saved`), draw('span', {}, `$${mark.you.toFixed(2)}, market $${mark.market.toFixed(2)}`))
    saved.style.left = `${22 + Math.min(mark.x, 320)}px`
    saved.style.top = `${78 + mark.y - 30}px`
    card.append(saved)
  }
  return card
}

function spend() {
  const [most] = lanes
  return draw(
    'div',
    { class: 'card' },
    draw('span', { class: 'quiet' }, 'Spend by lane'),
    draw('div', { class: 'figure' }, money(lanes.reduce((sum, lane) => sum + lane.spend, 0))),
    draw(
      'div',
      { class: 'lanes' },
      ...lanes.map(({ from, to, spend: amount }, index) => {
        const share = bar((amount / most.spend) * 92, 'sea')
        share.firstChild.style.opacity = String([1, 0.8, 0.6, 0.45][index])
        return draw('div', {}, draw('div', {}, `${from} to ${to}`, draw('b', { class: 'number' }, money(amount))), share)
      }),
    ),
  )
}
