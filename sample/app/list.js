import { bookings, groupOf, money, papers, quotes } from './data.js'
import { bar, button, draw, icon, lane, status } from './draw.js'
import { addressOf, show, state } from './state.js'

export function bookingList() {
  const groups = ['All', 'Under way', 'Booked', 'Delivered']
  const count = (group) => bookings.filter((booking) => group === 'All' || groupOf(booking) === group).length
  const wanted = state.search.trim().toLowerCase()
  const shown = bookings.filter(
    (booking) =>
      (state.filter === 'All' || groupOf(booking) === state.filter) &&
      [booking.id, booking.goods, booking.from, booking.to, booking.carrier].some((text) => text.toLowerCase().includes(wanted)),
  )
  return [
    draw(
      'div',
      { class: 'top' },
      draw('h1', {}, 'Bookings'),
      draw('label', { class: 'search' }, icon('find', 16), draw('input', { type: 'search', placeholder: 'Find a booking', 'aria-label': 'Find a booking', value: state.search, oninput: ({ target }) => show({ search: target.value }) })),
      button('New booking', { symbol: 'plus', isMain: true, onclick: () => show({ dialog: 'shipment' }) }),
    ),
    draw(
      'div',
      {},
      draw('div', { class: 'chips' }, ...groups.map((group) => draw('button', { type: 'button', 'aria-pressed': String(state.filter === group), onclick: () => show({ filter: group }) }, `${group} ${count(group)}`))),
      table('bookings', 'var(--columns)', ['Booking', 'Goods', 'Lane', 'Carrier', 'Progress', 'Arrives', '>Cost', '>Status'], shown.map(bookingRow)),
    ),
  ]
}

function bookingRow({ id, goods, from, to, carrier, progress, arrives, cost, status: text, tone }) {
  return draw(
    'a',
    { class: id === state.fresh ? 'row fresh' : 'row', href: addressOf(id) },
    draw('b', {}, id),
    draw('span', {}, goods),
    lane(from, to),
    draw('span', { class: 'quiet' }, carrier),
    bar(progress, tone),
    draw('span', {}, arrives),
    draw('b', { class: 'number end' }, money(cost)),
    draw('span', { class: 'end' }, status(text, tone)),
  )
}

/** A heading that begins with “>” is set at the right. */
function table(name, columns, headings, rows) {
  const head = draw('div', { class: 'row head' }, ...headings.map((text) => (text.startsWith('>') ? draw('span', { class: 'end' }, text.slice(1)) : draw('span', {}, text))))
  const all = [head, ...rows]
  for (const row of all) row.style.gridTemplateColumns = columns
  return draw('div', { class: `card table ${name}` }, ...all, rows.length === 0 ? draw('p', { class: 'empty' }, 'Nothing matches.') : null)
}

function page(title, content) {
  return [draw('div', { class: 'top' }, draw('h1', {}, title)), draw('div', {}, content)]
}

export function quoteList() {
  const rows = quotes.map(([id, goods, from, to, price, held]) =>
    draw('a', { class: 'row', href: '#quotes', onclick: () => show({ dialog: 'carriers', shipment: { ...state.shipment, from, to, goods: goods.split(',')[0] } }) }, draw('b', {}, id), draw('span', {}, goods), lane(from, to), draw('b', { class: 'number end' }, price), draw('span', { class: 'end' }, status(held, 'grey'))),
  )
  return page('Quotes', table('', '96px 1fr 300px 140px 170px', ['Quote', 'Goods', 'Lane', '>Price', '>Held'], rows))
}

export function documentList() {
  const rows = bookings.slice(0, 4).flatMap(({ id, goods, isDeclared }) =>
    papers.slice(1, 4).map((name) => {
      const isMissing = name === 'Customs entry' && !isDeclared
      return draw('a', { class: 'row', href: addressOf(id) }, draw('b', {}, name), draw('span', {}, goods), draw('span', { class: 'quiet' }, id), draw('span', { class: 'end' }, isMissing ? status('Due Wed', 'amber') : status('Signed', 'sea')))
    }),
  )
  return page('Documents', table('', '1fr 1fr 140px 140px', ['Document', 'Goods', 'Booking', '>Status'], rows))
}

export function invoiceList() {
  const delivered = bookings.filter(({ status: text }) => text === 'Delivered')
  const rows = delivered.map(({ id, from, to, arrives, cost }, index) =>
    draw('a', { class: 'row', href: addressOf(id) }, draw('b', {}, `INV-${id.slice(3)}`), lane(from, to), draw('span', {}, arrives), draw('b', { class: 'number end' }, money(cost)), draw('span', { class: 'end' }, index < 3 ? status('Due in 30 days', 'grey') : status('Paid', 'sea'))),
  )
  return page('Invoices', table('', '140px 1fr 160px 120px 150px', ['Invoice', 'Lane', 'Delivered', '>Amount', '>Status'], rows))
}
