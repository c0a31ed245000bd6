import { bookings, company, money, quotes } from './data.js'
import { dialogOf } from './dialogs.js'
import { bar, draw, icon } from './draw.js'
import { bookingPage } from './item.js'
import { bookingList, documentList, invoiceList, quoteList } from './list.js'
import { overview } from './overview.js'
import { onChange, state } from './state.js'

/* Tidelane: a made-up freight product for the sample demo. Static files; bookings last until the page is reloaded. */

const pages = { overview, bookings: bookingList, quotes: quoteList, documents: documentList, invoices: invoiceList }

function render() {
  const [name = 'overview', id] = location.hash.slice(1).split('/').filter((part) => part !== '')
  const current = name in pages ? name : 'overview'
  const content = id === undefined ? pages[current]() : bookingPage(id)
  const typed = document.activeElement?.matches('input[type=search]') === true
  const toast = state.toast === null ? [] : [draw('div', { class: 'toast', role: 'status' }, icon('check'), state.toast)]
  document.body.replaceChildren(navigation(current), draw('main', {}, ...content), ...toast)
  if (typed) {
    const field = document.querySelector('input[type=search]')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }
  if (state.dialog === null) return
  const dialog = dialogOf(state.dialog)
  document.body.append(dialog)
  dialog.showModal()
}

function navigation(current) {
  const link = (name, label, count) => draw('a', { href: `#${name}`, 'aria-current': name === current ? 'page' : null }, icon(name), label, count === undefined ? null : draw('span', {}, String(count)))
  const mark = draw('svg', { width: 26, height: 26, 'aria-hidden': 'true' }, draw('rect', { width: 26, height: 26, rx: 8, fill: 'var(--mint)' }), draw('path', { d: 'M4 11q4.5-4 9 0t9 0M4 17q4.5-4 9 0t9 0', fill: 'none', stroke: 'var(--pine)', 'stroke-width': 2.5, 'stroke-linecap': 'round' }))
  return draw(
    'aside',
    {},
    draw('div', { class: 'brand' }, mark, 'Tidelane'),
    link('overview', 'Overview'),
    link('bookings', 'Bookings', bookings.length),
    link('quotes', 'Quotes', quotes.length),
    link('documents', 'Documents'),
    link('invoices', 'Invoices'),
    draw('div', { class: 'credit' }, 'Credit left', draw('b', {}, money(company.credit)), bar((company.credit / company.creditLimit) * 100, '')),
    draw('div', { class: 'me' }, draw('span', {}, company.initials), company.name),
  )
}

onChange(render)
addEventListener('hashchange', () => {
  render()
  scrollTo(0, 0)
})
render()
