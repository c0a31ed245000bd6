/*
 * What a captured page's markup may contain: an allow-list. The recorder follows it, and the server enforces it.
 * Nothing in it runs, loads, submits or navigates by itself.
 */

const htmlElements = new Set(
  (
    'a abbr address article aside b bdi bdo blockquote body br button canvas caption center cite code col colgroup data ' +
    'datalist dd del details dfn dialog div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head ' +
    'header hgroup hr html i iframe img input ins kbd label legend li main mark menu meter nav ol optgroup option output ' +
    'p picture pre progress q rp rt ruby s samp search section select slot small span strike strong style sub summary ' +
    'sup table tbody td textarea tfoot th thead time tr tt u ul var video wbr link template'
  ).split(' '),
)

const svgElements = new Set(
  (
    'svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath image clipPath mask marker ' +
    'pattern linearGradient radialGradient stop filter feBlend feColorMatrix feComponentTransfer feComposite ' +
    'feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG ' +
    'feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile ' +
    'feTurbulence foreignObject style'
  ).split(' '),
)

const attributes = new Set(
  (
    'align alt bgcolor border cellpadding cellspacing checked class color cols colspan dir disabled display exportparts ' +
    'face frame height hidden high id kind label lang low max maxlength min multiple name nowrap open optimum part ' +
    'placeholder readonly required reversed role rows rowspan rules selected shadowrootmode size slot span start step ' +
    'style tabindex type valign value width wrap'
  ).split(' '),
)

const ariaStates =
  /^aria-(?:activedescendant|busy|checked|current|disabled|expanded|haspopup|hidden|invalid|level|modal|multiselectable|orientation|pressed|readonly|required|selected|sort|valuemax|valuemin|valuenow)$/

export type MarkupNamespace = 'html' | 'svg'

export function isSnapshotElement(name: string, namespace: MarkupNamespace): boolean {
  if (namespace === 'svg') return svgElements.has(name)
  return htmlElements.has(name) || /^[a-z][a-z\d]*-[\w.-]*$/.test(name)
}

/** Whether an element may have a shadow root. */
export function isShadowHost(name: string): boolean {
  return shadowHosts.has(name) || (isSnapshotElement(name, 'html') && name.includes('-') && !reserved.has(name))
}

const shadowHosts = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
)
/** SVG and MathML names that only look like custom elements. */
const reserved = new Set(
  'annotation-xml color-profile font-face font-face-format font-face-name font-face-src font-face-uri missing-glyph'.split(
    ' ',
  ),
)

/** Whether an attribute may be kept; URLs (src, href) and styles have their own rules. */
export function isSnapshotAttribute(name: string, namespace: MarkupNamespace): boolean {
  if (!/^[a-z][a-z\d:_.-]*$/i.test(name)) return false
  const lower = name.toLowerCase()
  if (lower.startsWith('on') || addressAttributes.has(lower)) return false
  if (namespace === 'svg') return true
  return attributes.has(lower) || ariaStates.test(lower) || lower.startsWith('data-')
}

/** Attributes with URLs, on any element. */
const addressAttributes: ReadonlySet<string> = new Set(
  (
    'action archive attributename background cite classid codebase data dynsrc formaction href imagesizes imagesrcset ' +
    'longdesc lowsrc manifest ping poster profile srcset srcdoc src target usemap xlink:href xml:base nonce'
  ).split(' '),
)

/** Longer data attributes contain data rather than states that style sheets select. */
export const dataValueMax = 48

/** The recorder ends each document and shadow root with this style sheet: it ends animations and hides the caret. */
export const stillness =
  '*,*::before,*::after{animation-delay:-1ms!important;animation-duration:1ms!important;' +
  'animation-iteration-count:1!important;transition:none!important;caret-color:transparent!important}'

/** The server begins each page with this style sheet: nothing reacts to a press, and all text can be selected. */
export const passivity =
  ':is(a,button,label,summary),:is(a,button,label,summary) *,iframe,img,input,select,textarea,video' +
  '{pointer-events:none!important}*{-webkit-user-select:text!important;user-select:text!important}'
