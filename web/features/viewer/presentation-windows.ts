import { newId } from '../../lib/new-id.ts'
import { parsePresentation, type Presentation } from './presentation.ts'

/** The room of this tab; kept across reloads. */
export function recallRoom(demoId: string, asked: string | null): string | null {
  const key = roomKey(demoId)
  try {
    if (asked !== null) sessionStorage.setItem(key, asked)
    return asked ?? sessionStorage.getItem(key)
  } catch {
    return asked
  }
}

export function makeRoom(demoId: string): string {
  return recallRoom(demoId, newId()) ?? ''
}

function roomKey(demoId: string): string {
  return `understudy-presentation-${demoId}`
}

/** Opens a room's presenter window, or focuses it. False when the browser blocks it. */
export function openPresenterWindow(demoId: string, room: string): boolean {
  const opened = window.open('', `understudy-presenter-${room}`, 'popup,width=1200,height=820')
  if (opened === null) return false
  // Don't reload an open one: it would lose focus.
  if (opened.location.href === 'about:blank') opened.location.href = presenterAddress(demoId, room)
  opened.focus()
  return true
}

export function presenterAddress(demoId: string, room: string): string {
  return `/dashboard/demos/${encodeURIComponent(demoId)}/present?with=${encodeURIComponent(room)}`
}

/** The viewer as a further window of a room. `index` counts from 0. */
export function audienceAddress(demoId: string, room: string, index: number): string {
  return `/dashboard/demos/${encodeURIComponent(demoId)}?step=${index + 1}&with=${encodeURIComponent(room)}`
}

/** The presenter window's last position, for a reload without other windows. */
export function keepPresentation(room: string, presentation: Presentation): void {
  try {
    sessionStorage.setItem(placeKey(room), JSON.stringify(presentation))
  } catch {
    // The other windows know it.
  }
}

export function recallPresentation(room: string): Presentation | null {
  try {
    return parsePresentation(JSON.parse(sessionStorage.getItem(placeKey(room)) ?? 'null'))
  } catch {
    return null
  }
}

function placeKey(room: string): string {
  return `understudy-presenting-${room}`
}
