const sides = ['top', 'right', 'bottom', 'left'] as const
const looks = [
  'background-color',
  'background-image',
  'border-top-left-radius',
  ...sides.flatMap((side) => ['style', 'width', 'color'].map((part) => `border-${side}-${part}`)),
]
const plainLooks = new Map<string, string>()

/** Whether the browser draws a control itself, as it does until a page styles its border or background. */
export function isNative(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.appearance === 'none' || !/^(?:button|input|textarea|progress|meter)$/.test(element.localName)) return false
  return lookOf(style) === plainLook(element, style.colorScheme)
}

function lookOf(style: CSSStyleDeclaration): string {
  return looks.map((name) => style.getPropertyValue(name)).join('|')
}

/** The look of such a control on which no style sheet has any effect. */
function plainLook(element: Element, scheme: string): string {
  const [type, disabled] = [element.getAttribute('type'), element.matches(':disabled')]
  const key = [element.localName, type, disabled, scheme].join(' ')
  const known = plainLooks.get(key)
  if (known !== undefined) return known
  const plain = document.createElement(element.localName)
  if (type !== null) plain.setAttribute('type', type)
  if (disabled) plain.setAttribute('disabled', '')
  plain.style.cssText = `all:revert!important;color-scheme:${scheme}!important;position:fixed!important`
  document.body.append(plain)
  const look = lookOf(getComputedStyle(plain))
  plain.remove()
  plainLooks.set(key, look)
  return look
}
