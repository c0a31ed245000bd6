/* One test page for each way to build a control. */

export interface CapturePage {
  /** Body content. The element to act on has the id `t`, in the page or in its only frame. */
  readonly body: string
  /** The expected name of the step; null if nothing names it and "Click here" is right. */
  readonly name: RegExp | null
  readonly act?: 'type' | 'select' | 'double' | 'right' | 'drag'
  readonly isInFrame?: true
}

const icon = (attributes = '', inside = '') =>
  `<svg width="20" height="20" ${attributes}>${inside}<path d="M0 0h20v20"/></svg>`
const long = 'Send the approved invoices of this quarter to every customer who asked for a paper copy, with a reminder'

export const capturePages: Readonly<Record<string, CapturePage>> = {
  button: { body: '<button id="t">Save</button>', name: /^Save$/ },
  'button around spans': { body: '<button id="t"><span><b>Save</b> draft</span></button>', name: /^Save draft$/ },
  'labelled icon button': { body: `<button id="t" aria-label="Delete row">${icon()}</button>`, name: /^Delete row$/ },
  'icon with a title': { body: `<button id="t">${icon('', '<title>Archive</title>')}</button>`, name: /^Archive$/ },
  'icon with a class': { body: `<button id="t">${icon('class="lucide lucide-trash-2"')}</button>`, name: /trash/i },
  'icon with a tooltip': { body: `<button id="t" title="Print">${icon()}</button>`, name: /^Print$/ },
  'tooltip around': { body: `<span title="Archive"><button id="t">${icon()}</button></span>`, name: /^Archive$/ },
  'named by another': {
    body: '<h2 id="n">Weekly report</h2><button id="t" aria-labelledby="n">…</button>',
    name: /^Weekly report$/,
  },
  link: { body: '<a id="t" href="#x">Pricing</a>', name: /^Pricing$/ },
  'link around a picture': {
    body: '<a id="t" href="#x"><img alt="Acme home" width="80" height="30" src="data:,"></a>',
    name: /^Acme home$/,
  },
  'card that is a link': {
    body: '<a id="t" href="#x" style="display:block;padding:20px"><h3>Invoice 12</h3><p>Due in May, 900 euros</p></a>',
    name: /Invoice 12/,
  },
  tab: { body: '<div role="tablist"><div id="t" role="tab" tabindex="0">Billing</div></div>', name: /^Billing$/ },
  'menu item': { body: '<ul role="menu"><li id="t" role="menuitem" tabindex="-1">Rename</li></ul>', name: /^Rename$/ },
  option: { body: '<ul role="listbox"><li id="t" role="option">Hamburg</li></ul>', name: /^Hamburg$/ },
  'tree item': {
    body: '<ul role="tree"><li role="treeitem" tabindex="0"><span id="t">Projects</span><ul role="group"><li role="treeitem">A</li></ul></li></ul>',
    name: /Projects/,
  },
  checkbox: { body: '<label><input id="t" type="checkbox"> Remember me</label>', name: /^Remember me$/ },
  'label of a checkbox': {
    body: '<input id="c" type="checkbox"><label id="t" for="c">Weekly mail</label>',
    name: /^Weekly mail$/,
  },
  radio: {
    body: '<fieldset><legend>Plan</legend><label><input id="t" type="radio" name="p"> Team</label></fieldset>',
    name: /^Team$/,
  },
  switch: {
    body: '<button id="t" role="switch" aria-checked="false" aria-label="Dark mode"></button>',
    name: /^Dark mode$/,
  },
  disclosure: { body: '<details><summary id="t">Advanced</summary>More</details>', name: /^Advanced$/ },
  slider: { body: '<label>Volume <input id="t" type="range"></label>', name: /^Volume$/ },
  'list of choices': {
    body: '<label>Country <select id="t"><option>France<option>Spain<option>Chile</select></label>',
    name: /^Country$/,
    act: 'select',
  },
  'text field': { body: '<label>Project <input id="t"></label>', name: /^Project$/, act: 'type' },
  'field with a placeholder': {
    body: '<input id="t" placeholder="Search customers">',
    name: /^Search customers$/,
    act: 'type',
  },
  'text area': { body: '<label for="t">Notes</label><textarea id="t"></textarea>', name: /^Notes$/, act: 'type' },
  'rich text': {
    body: '<div id="t" contenteditable role="textbox" aria-label="Message" style="height:60px;width:300px"></div>',
    name: /^Message$/,
    act: 'type',
  },
  'clickable row': {
    body: '<h2>Customers</h2><table><tr id="t" style="cursor:pointer"><td>Ada Lovelace</td><td>London</td><td>900</td></tr><tr><td>Bo</td><td>Oslo</td><td>1</td></tr></table>',
    name: /Ada|Customers/,
  },
  'cell of a table': {
    body: '<table><tr><td>Ada</td><td><a id="t" href="#x">Open</a></td></tr></table>',
    name: /^Open$/,
  },
  'div that is clicked': {
    body: '<section><h2>Team members</h2><div id="t" style="cursor:pointer;padding:20px">Invite</div></section>',
    name: /^Invite$|Team members/,
  },
  'chart under a heading': {
    body: '<section><h2>Revenue</h2><canvas id="t" width="200" height="100" style="cursor:pointer"></canvas></section>',
    name: /Revenue/,
  },
  'drawn bar': {
    body: `<section><h2>Orders</h2><svg width="200" height="100"><rect id="t" width="60" height="90" style="cursor:pointer"><title>May: 120</title></rect></svg></section>`,
    name: /May|Orders/,
  },
  'nothing with a name': {
    body: '<div id="t" style="cursor:pointer;width:60px;height:60px;background:#eee"></div>',
    name: null,
  },
  'shadow root': {
    body: '<x-menu><template shadowrootmode="open"><button id="t">Account</button></template></x-menu>',
    name: /^Account$/,
  },
  frame: {
    body: `<iframe title="Frame" width="400" height="200" srcdoc="<button id='t'>Inside</button>"></iframe>`,
    name: /^Inside$/,
    isInFrame: true,
  },
  'far down': {
    body: '<div style="height:2400px"></div><button id="t">End of page</button><div style="height:400px"></div>',
    name: /^End of page$/,
  },
  'in a scrolled box': {
    body: '<div style="height:200px;overflow:auto"><div style="height:900px"></div><button id="t">Last row</button></div>',
    name: /^Last row$/,
  },
  'scaled and turned': {
    body: '<div style="transform:rotate(8deg) scale(1.4);transform-origin:0 0"><button id="t">Turned</button></div>',
    name: /^Turned$/,
  },
  'long text': { body: `<button id="t" style="max-width:400px">${long}</button>`, name: /^Send the approved invoices/ },
  'other writing': { body: '<button id="t">保存する</button>', name: /^保存する$/ },
  'in a dialog': {
    body: '<dialog open><h2>Delete?</h2><button id="t">Yes, delete</button></dialog>',
    name: /^Yes, delete$/,
  },
  'in a popover': {
    body: '<div popover="manual" id="p"><button id="t">Duplicate</button></div><script>p.showPopover()</script>',
    name: /^Duplicate$/,
  },
  'double-clicked': { body: '<button id="t">Quarter 3</button>', name: /^Quarter 3$/, act: 'double' },
  'right-clicked': { body: '<button id="t">Invoice row</button>', name: /^Invoice row$/, act: 'right' },
  dragged: {
    body: '<style>body{user-select:none}</style><div id="t" role="button" aria-label="Card A" style="width:120px;height:60px;background:#ddd"></div>',
    name: /^Card A$/,
    act: 'drag',
  },
}
