import { bookings } from './data.js'

/** What is shown. A change draws the page again. */
export const state = {
  weeks: 12,
  /** The chart's chosen week. */
  week: null,
  ship: 'TL-2481',
  filter: 'All',
  search: '',
  dialog: null,
  toast: null,
  /** The booking made last. */
  fresh: null,
  shipment: { from: 'Rotterdam', to: 'New York', goods: 'Roasted coffee', pallets: 3 },
}

let redraw = () => undefined

export function onChange(listener) {
  redraw = listener
}

export function show(change) {
  Object.assign(state, change)
  redraw()
}

export function addressOf(id) {
  return `#bookings/${id}`
}

let toastTimer = 0

export function say(text) {
  show({ toast: text })
  clearTimeout(toastTimer)
  toastTimer = setTimeout(() => show({ toast: null }), 4000)
}

export function book(carrier) {
  const { from, to, goods, pallets } = state.shipment
  const id = `TL-${Math.max(...bookings.map((booking) => Number(booking.id.slice(3)))) + 1}`
  const amount = pallets === 1 ? '1 pallet' : `${pallets} pallets`
  bookings.unshift({ id, goods, amount, from, to, carrier: carrier.name, progress: 0, arrives: carrier.arrives, cost: carrier.price, status: 'Goods to declare', tone: 'amber', isDeclared: false })
  Object.assign(state, { dialog: null, fresh: id, filter: 'All', search: '' })
  location.hash = '#bookings'
  say(`Booked with ${carrier.name}. ${id} sails ${carrier.sails.split(',')[0].slice(6)}.`)
}

export function declare(booking) {
  Object.assign(booking, { isDeclared: true, ...(booking.progress === 0 ? { status: 'Booked', tone: 'grey' } : { status: 'At sea', tone: 'sea' }) })
  say('Goods declared. Customs clears them before they land.')
}
