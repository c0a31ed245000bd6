const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A date as the reader's own region writes it. */
export function dayText(iso: string): string {
  return day.format(new Date(iso))
}

/** Date and time, as the reader's own region writes them. */
export function momentText(iso: string): string {
  return moment.format(new Date(iso))
}
