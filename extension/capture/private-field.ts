import { secretName } from '#domain/secret-text.ts'

import { columnHeaderOf } from './column-header.ts'
import { parentAcrossShadow } from './shadow-tree.ts'

/*
 * Decides which fields are never read, not even the length of their text. When in doubt, doesn't read.
 */

/** Code editors and terminals, where people type keys and passwords. */
const codeEditors =
  '.monaco-editor, .ace_editor, .CodeMirror, .cm-editor, .xterm, .kix-appview-editor, .docs-texteventtarget-iframe'

const privateTypes = new Set(['password', 'email', 'tel', 'hidden'])
const privateCompletion =
  /\b(?:(?:current|new)-password|one-time-code|username|email|cc-[a-z-]+|bday(?:-\w+)?|(?:given|family|additional)-name|name|nickname|tel(?:-\w+)?|street-address|address-[\w-]+|postal-code|sex|webauthn)\b/

/** In the names, labels and hints of fields, in the languages that forms are most often in. */
const privateLabels = [
  /passw|pass ?phrase|kennwort|contrase|mot de passe|senha|wachtwoord|lösenord|hasło|парол|密码|密碼|パスワード|비밀번호/i,
  /\bpin\b|\botp\b|\b2fa\b|\bmfa\b|one.?time|verification|security (?:code|answer|question)|recovery|backup code|seed phrase/i,
  /secret|token|api.?key|access.?key|private.?key|licen[cs]e.?key|client.?id|credential/i,
  /card.?(?:number|no)|(?:name.?on|holder.?of).?(?:the.?)?card|(?:card|account).?holder|holder.?name|credit.?card|kreditkarte|carte bancaire|\bcvv?c?2?\b|\bcvn\b|expir|\biban\b|\bbic\b|swift|account.?(?:number|no)|kontonummer|routing|sort.?code/i,
  /\bssn\b|social.?security|tax.?(?:id|number)|steuer|passport|ausweis|national.?id|driver.?s?.?licen|birth|geburt|naissance|e-?mail|phone|telefon|mobile|(?:first|last|full|given|family|sur|maiden).?name|vorname|nachname|salary|gehalt|medical|diagnos/i,
  /\bstreet\b|stra(?:ß|ss)e|address.?line|(?:home|billing|shipping|delivery|mailing|postal).?address|post(?:al)?.?code|\bzip\b|\bplz\b|your.?name|recipient.?name/i,
  secretName,
]

/** An element with more children isn't a label. */
const beforeMax = 2

/** Password fields stay private when "Show password" changes their type, or replaces them by a field of that type. */
const known = new WeakSet<Element>()
const knownNames = new Set<string>()

/** Remembers fields before the page can change their type. */
export function rememberPrivateFields(root: ParentNode): void {
  for (const field of root.querySelectorAll('input[type=password]')) {
    known.add(field)
    knownNames.add(ownNamesOf(field))
  }
}

/** Identifies a field after the page has replaced it; '' if the field has no name. */
export function ownNamesOf(field: Element): string {
  const names = ['id', 'name', 'aria-label', 'placeholder'].map((attribute) => field.getAttribute(attribute) ?? '')
  return names.every((name) => name === '') ? '' : JSON.stringify(names)
}

/** `selectors` are the workspace's rules. */
export function isPrivateField(field: Element, selectors: readonly string[]): boolean {
  if (known.has(field)) return true
  const names = ownNamesOf(field)
  const isKnown = names !== '' && knownNames.has(names)
  if (!isKnown && !isPrivateNow(field) && !selectors.some((selector) => matches(field, selector))) return false
  known.add(field)
  return true
}

function isPrivateNow(field: Element): boolean {
  if (privateTypes.has(field.getAttribute('type')?.toLowerCase() ?? '')) return true
  if (privateCompletion.test(field.getAttribute('autocomplete')?.toLowerCase() ?? '')) return true
  if (field instanceof HTMLInputElement && field.maxLength > 0 && field.maxLength <= 2) return true
  const mask = getComputedStyle(field).getPropertyValue('-webkit-text-security')
  if (mask !== '' && mask !== 'none') return true
  return namesOf(field).some((name) => privateLabels.some((label) => label.test(name))) || isInCodeEditor(field)
}

function namesOf(field: Element): readonly string[] {
  const attributes = ['name', 'id', 'aria-label', 'placeholder', 'title', 'data-testid', 'formcontrolname']
  const labels = 'labels' in field && field.labels instanceof NodeList ? [...field.labels] : []
  const root = field.getRootNode() as Document | ShadowRoot
  const labelling = (field.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '')
  const isLabelled = labels.length > 0 || labelling.length > 0 || field.hasAttribute('aria-label')
  return [
    ...attributes.map((attribute) => field.getAttribute(attribute) ?? ''),
    ...(isLabelled ? [] : textsBefore(field)),
    ...[...labels, ...labelling.slice(0, 5).map((id) => root.getElementById(id))].map((label) =>
      (label?.textContent ?? '').slice(0, 200),
    ),
  ]
    .filter((name) => name.trim() !== '')
    .map((name) => name.replace(/[_-]+/g, ' ').trim())
}

/** Text before a field without a label, which is probably meant as one, and the header of its column. */
function textsBefore(field: Element): readonly string[] {
  const beside = [field, field.parentElement, field.closest('td')].map((at) => at?.previousElementSibling ?? null)
  const labels = beside.filter((each) => each !== null && each.childElementCount <= beforeMax)
  return [...labels, columnHeaderOf(field)].map((label) => (label?.textContent ?? '').trim().slice(0, 200))
}

function isInCodeEditor(field: Element): boolean {
  for (let at: Element | null = field; at !== null; at = parentAcrossShadow(at)) {
    if (at.matches(codeEditors)) return true
  }
  return false
}

/** False for an invalid selector, too. */
function matches(element: Element, selector: string): boolean {
  try {
    return element.closest(selector) !== null
  } catch {
    return false
  }
}
