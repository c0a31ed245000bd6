import { bookings, cargo, money, papers } from './data.js'
import { button, draw, status } from './draw.js'
import { laneMap } from './map.js'
import { declare, say, show } from './state.js'

export function bookingPage(id) {
  const booking = bookings.find((each) => each.id === id)
  if (booking === undefined) return [draw('div', { class: 'top' }, draw('h1', {}, 'Bookings')), draw('p', {}, `There is no booking ${id}.`)]
  return [
    draw(
      'div',
      { class: 'top' },
      draw('h1', {}, draw('a', { href: '#bookings' }, 'Bookings / '), id),
      button('Share tracking', { onclick: () => say('Tracking link copied. No sign-in needed.') }),
      button('Message carrier', { isMain: true, onclick: () => show({ dialog: 'message', booking: id }) }),
    ),
    draw(
      'div',
      { class: 'item' },
      draw(
        'div',
        { class: 'card map' },
        laneMap(booking, { width: 784, height: 312 }),
        draw('div', { class: 'title low' }, `Arrives in ${booking.to}`, draw('b', {}, booking.arrives)),
      ),
      price(booking),
      journey(booking),
      documents(booking),
    ),
  ]
}

const parts = [
  ['Sea freight', 0.62, 'var(--sea)'],
  ['Pick-up and delivery', 0.1806, 'oklch(.7 .09 185)'],
  ['Customs', 0.1196, 'var(--amber)'],
  ['Insurance', 0, 'oklch(.8 .02 200)'],
]

function price({ cost }) {
  const amounts = parts.slice(0, 3).map(([, share]) => Math.round((cost * share) / 5) * 5)
  amounts.push(cost - amounts.reduce((sum, amount) => sum + amount, 0))
  const split = amounts.map((amount, index) => {
    const piece = draw('i', {})
    piece.style.flex = String(amount)
    piece.style.background = parts[index][2]
    return piece
  })
  const lines = amounts.map((amount, index) => {
    const dot = draw('i', { class: 'dot' })
    dot.style.background = parts[index][2]
    return draw('div', {}, dot, parts[index][0], draw('b', { class: 'number' }, money(amount)))
  })
  return draw('div', { class: 'card' }, draw('span', { class: 'quiet' }, 'All-in price'), draw('div', { class: 'figure' }, money(cost)), draw('div', { class: 'split' }, ...split), draw('div', { class: 'parts' }, ...lines))
}

const stages = ['Booked', 'Picked up', 'At port', 'At sea', 'Customs', 'Delivered']

function stageOf({ progress, status: text }) {
  if (text === 'Delivered') return 5
  if (progress === 0) return 0
  if (progress < 8) return 1
  return progress < 15 ? 2 : 3
}

function journey(booking) {
  const now = stageOf(booking)
  const isMixed = booking.id === 'TL-2481'
  const weight = `${(Math.round(booking.cost * 0.044) * 10).toLocaleString('en-US')} kg`
  const goods = isMixed ? cargo : [[booking.goods, booking.amount, weight, Math.round(booking.cost * 0.0746) * 100]]
  const total = goods.reduce((sum, [, , , worth]) => sum + worth, 0)
  return draw(
    'div',
    { class: 'card plain goods' },
    draw('h2', {}, 'Journey'),
    draw('ol', { class: 'journey', style: 'padding:0' }, ...stages.map((name, index) => draw('li', { class: index < now || now === 5 ? 'done' : index === now ? 'now' : '' }, name))),
    ...goods.map(([name, amount, weight, worth]) => draw('div', { class: 'row' }, draw('b', {}, name), draw('span', { class: 'quiet' }, amount), draw('span', { class: 'quiet number end' }, weight), draw('b', { class: 'number end' }, money(worth)))),
    draw('div', { class: 'row' }, draw('span', { class: 'quiet' }, 'Declared value'), draw('span', {}), draw('span', {}), draw('b', { class: 'number end' }, money(total))),
    ...(isMixed ? [] : facts(booking)),
  )
}

function facts({ carrier, from, to }) {
  const told = [
    ['Pick-up', `Our lorry, ${from}`],
    ['Sailing', `${carrier}, booked space`],
    ['Delivery', `To your door, ${to}`],
  ]
  return told.map(([name, text]) => draw('div', { class: 'row fact' }, draw('span', { class: 'quiet' }, name), draw('span', {}, text)))
}

/** Papers of a booking that hasn't left yet are still being written. */
function paperOf(name, { progress }) {
  if (progress > 0) return name === 'Customs entry' ? status('Filed', 'sea') : status('Signed', 'sea')
  if (name === 'Bill of lading') return status('On departure', 'grey')
  return name === 'Customs entry' ? status('Filed', 'sea') : status('Ready', 'sea')
}

function documents(booking) {
  return draw(
    'div',
    { class: 'card plain documents' },
    draw('h2', {}, 'Documents'),
    ...papers.map((name) => {
      const isOpen = name === 'Customs entry' && !booking.isDeclared
      const action = booking.progress === 0 ? button('Declare goods', { onclick: () => declare(booking) }) : status('Due Wed', 'amber')
      return draw('div', { class: 'row' }, draw('span', {}, name), isOpen ? action : paperOf(name, booking))
    }),
  )
}
