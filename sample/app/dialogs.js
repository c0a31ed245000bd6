import { carriers, money, ports } from './data.js'
import { button, draw } from './draw.js'
import { book, say, show, state } from './state.js'

const marks = {
  Bluemast: ['var(--pine)', draw('svg', { width: 22, height: 22 }, draw('path', { d: 'M3 16 11 3l8 13z', fill: 'var(--amber)' }), draw('path', { d: 'M3 19h16', stroke: '#fff', 'stroke-width': 2 }))],
  Norrlink: ['oklch(.93 .03 230)', draw('svg', { width: 22, height: 22, fill: 'none', stroke: 'oklch(.45 .09 240)', 'stroke-width': 3 }, draw('path', { d: 'M5 18V5l12 12V4' }))],
  Ostra: ['oklch(.94 .04 60)', draw('svg', { width: 22, height: 22, fill: 'none', stroke: 'oklch(.52 .11 50)', 'stroke-width': 3 }, draw('circle', { cx: 11, cy: 11, r: 7 }), draw('path', { d: 'M4 11h14' }))],
}

const kinds = { shipment, carriers: offers, message }

export function dialogOf(kind) {
  const dialog = draw('dialog', { 'aria-labelledby': 'dialog-title', onclose: () => state.dialog === kind && show({ dialog: null }) }, ...kinds[kind]())
  return dialog
}

function head(title, note = null) {
  return draw('div', { class: 'dialog-head' }, draw('h2', { id: 'dialog-title' }, title), note === null ? null : draw('span', { class: 'quiet' }, note))
}

function shipment() {
  const { from, to, goods, pallets } = state.shipment
  const change = (field) => ({ target }) => Object.assign(state.shipment, { [field]: field === 'pallets' ? Number(target.value) : target.value })
  const choice = (label, field, value) =>
    draw('label', {}, label, draw('select', { onchange: change(field) }, ...Object.keys(ports).map((name) => draw('option', { selected: name === value }, name))))
  return [
    head('What are you shipping?'),
    draw(
      'div',
      { class: 'fields' },
      choice('From', 'from', from),
      choice('To', 'to', to),
      draw('label', {}, 'Goods', draw('input', { value: goods, onchange: change('goods') })),
      draw('label', {}, 'Pallets', draw('input', { type: 'number', min: 1, max: 40, value: pallets, onchange: change('pallets') })),
    ),
    draw(
      'div',
      { class: 'dialog-foot' },
      draw('span', { class: 'dialog-note' }, 'Prices include customs, fuel and port fees.'),
      button('Cancel', { onclick: () => show({ dialog: null }) }),
      button('See prices', { isMain: true, onclick: () => show({ dialog: 'carriers' }) }),
    ),
  ]
}

function offers() {
  const { from, to, pallets } = state.shipment
  return [
    head('Choose a carrier', `${from} to ${to}, ${pallets} ${pallets === 1 ? 'pallet' : 'pallets'}`),
    ...carriers.map((carrier, index) => offer({ ...carrier, price: Math.round((carrier.price * pallets) / 30) * 10 }, index === 0)),
    draw('p', { class: 'dialog-note', style: 'margin-top:18px' }, 'Prices held until 18:00. Customs, fuel and port fees included.'),
  ]
}

function offer(carrier, isFirst) {
  const { name, sails, days, onTime, price } = carrier
  const [ground, picture] = marks[name]
  const mark = draw('span', { class: 'carrier' }, picture.cloneNode(true))
  mark.style.background = ground
  const pair = (strong, weak) => draw('div', {}, draw('b', {}, strong), draw('small', {}, weak))
  const action = button('Book', { onclick: () => book(carrier) })
  if (isFirst) action.classList.add('sea')
  return draw('div', { class: isFirst ? 'offer first' : 'offer' }, mark, pair(name, sails), pair(`${days} days`, 'at sea'), pair(`${onTime}%`, 'on time'), draw('div', { class: 'figure' }, money(price)), action)
}

function message() {
  const text = draw('textarea', { 'aria-label': 'Your message' })
  return [
    head('Message the carrier', state.booking),
    text,
    draw(
      'div',
      { class: 'dialog-foot' },
      draw('span', { class: 'dialog-note' }, 'They answer within two hours.'),
      button('Cancel', { onclick: () => show({ dialog: null }) }),
      button('Send', { isMain: true, onclick: () => (text.value.trim() === '' ? text.focus() : (show({ dialog: null }), say('Message sent.'))) }),
    ),
  ]
}
