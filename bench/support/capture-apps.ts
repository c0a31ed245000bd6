import type { Locator, Page } from '@playwright/test'

/*
 * Apps from npm for `bench capture-apps`, each with a different technique of rendering and event handling. They are
 * installed beside the bench, and never shipped.
 */

/** Exact versions, because the actions depend on them. */
export const appPackages: Readonly<Record<string, string>> = {
  '@fluentui/web-components': '2.6.1',
  'bpmn-js': '18.31.1',
  fullcalendar: '6.1.21',
  'monaco-editor': '0.52.2',
  'reveal.js': '5.2.1',
  'tabulator-tables': '6.5.3',
  tinymce: '7.9.3',
  'x-data-spreadsheet': '1.1.9',
}

export interface AppAction {
  readonly target: (page: Page) => Locator
  /** The expected name of the step; null if no public text names it. */
  readonly name: RegExp | null
  /** The action, a click by default. `type` leaves the field afterwards. */
  readonly act?: 'double' | 'right' | 'type' | 'drag'
  /** Position in pixels of the element; its middle by default. */
  readonly at?: { readonly x: number; readonly y: number }
}

export interface CaptureApp {
  readonly technique: string
  readonly head: string
  readonly body: string
  /** Appears when the app is ready. */
  readonly ready: string
  readonly actions: readonly AppAction[]
}

const by =
  (selector: string): AppAction['target'] =>
  (page) =>
    page.locator(selector).first()
const role =
  (kind: 'button' | 'tab' | 'menuitem' | 'columnheader', name: string): AppAction['target'] =>
  (page) =>
    page.getByRole(kind, { name }).first()

const diagram = `<?xml version="1.0" encoding="UTF-8"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" id="d" targetNamespace="x"><process id="p"><startEvent id="start"/><userTask id="check" name="Check order"/><userTask id="ship" name="Ship goods"/></process><bpmndi:BPMNDiagram id="bd"><bpmndi:BPMNPlane id="bp" bpmnElement="p"><bpmndi:BPMNShape id="s1" bpmnElement="start"><dc:Bounds x="180" y="160" width="36" height="36"/></bpmndi:BPMNShape><bpmndi:BPMNShape id="s2" bpmnElement="check"><dc:Bounds x="300" y="138" width="100" height="80"/></bpmndi:BPMNShape><bpmndi:BPMNShape id="s3" bpmnElement="ship"><dc:Bounds x="300" y="320" width="100" height="80"/></bpmndi:BPMNShape></bpmndi:BPMNPlane></bpmndi:BPMNDiagram></definitions>`

export const captureApps: Readonly<Record<string, CaptureApp>> = {
  'bpmn-js': {
    technique: 'SVG that is drawn and dragged',
    head: `<link rel="stylesheet" href="/bpmn-js/dist/assets/diagram-js.css"><link rel="stylesheet" href="/bpmn-js/dist/assets/bpmn-js.css">
      <link rel="stylesheet" href="/bpmn-js/dist/assets/bpmn-font/css/bpmn.css"><script src="/bpmn-js/dist/bpmn-modeler.production.min.js"></script>`,
    body: `<div id="canvas" style="height:780px"></div><script>new BpmnJS({ container: '#canvas' }).importXML(${JSON.stringify(diagram).replaceAll('</', '<\\/')}).then(() => document.body.dataset.ready = '')</script>`,
    ready: '[data-ready] [data-element-id=check]',
    actions: [
      { target: by('.djs-palette [data-action=lasso-tool]'), name: /lasso tool/i },
      { target: by('.djs-palette [data-action=hand-tool]'), name: /hand tool/i },
      { target: by('.djs-palette [data-action=hand-tool]'), name: /hand tool/i },
      // Texts in a diagram are content, never names (decision 0042).
      { target: by('[data-element-id=check]'), name: null },
      { target: by('.djs-context-pad [data-action=append\\.end-event]'), name: /end event/i },
      { target: by('[data-element-id=ship]'), name: null, act: 'drag' },
      { target: by('.djs-context-pad [data-action=delete]'), name: /delete|remove/i },
    ],
  },
  'x-data-spreadsheet': {
    technique: 'cells on a canvas',
    head: '<link rel="stylesheet" href="/x-data-spreadsheet/dist/xspreadsheet.css"><script src="/x-data-spreadsheet/dist/xspreadsheet.js"></script>',
    body: `<div id="sheet"></div><script>x_spreadsheet('#sheet').loadData({ name: 'Orders', rows: { 1: { cells: { 0: { text: 'Tea' }, 1: { text: '900' } } } } })</script>`,
    ready: '.x-spreadsheet-sheet canvas',
    actions: [
      { target: by('.x-spreadsheet-overlayer'), name: null, at: { x: 130, y: 40 } },
      { target: by('.x-spreadsheet-toolbar-btn:has(.font-bold)'), name: /bold/ },
      { target: by('.x-spreadsheet-toolbar-btn:has(.font-italic)'), name: /italic/ },
      { target: by('.x-spreadsheet-overlayer'), name: null, at: { x: 240, y: 120 }, act: 'right' },
      {
        target: (page) => page.locator('.x-spreadsheet-contextmenu .x-spreadsheet-item', { hasText: 'Insert row' }),
        name: /Insert row/,
      },
    ],
  },
  tinymce: {
    technique: 'rich text in a frame, with menus',
    head: '<script src="/tinymce/tinymce.min.js"></script>',
    body: `<textarea id="text">&lt;h2&gt;Terms&lt;/h2&gt;&lt;p&gt;Delivery within 14 days.&lt;/p&gt;</textarea><script>tinymce.init({ selector: '#text', license_key: 'gpl', height: 500, plugins: 'table link lists', promotion: false, branding: false })</script>`,
    ready: '.tox-editor-header',
    actions: [
      { target: role('button', 'Bold'), name: /^Bold$/ },
      { target: role('button', 'Align center'), name: /Align cent/ },
      { target: (page) => page.frameLocator('iframe').locator('p'), name: null },
      { target: role('menuitem', 'Insert'), name: /^Insert$/ },
      { target: role('menuitem', 'Link...'), name: /Link/ },
      { target: (page) => page.getByLabel('Text to display'), name: /Text to display/, act: 'type' },
      { target: role('button', 'Cancel'), name: /^Cancel$/ },
    ],
  },
  '@fluentui/web-components': {
    technique: 'controls in shadow roots with adopted sheets',
    head: '<script type="module" src="/@fluentui/web-components/dist/web-components.min.js"></script>',
    body: `<fluent-design-system-provider use-defaults style="padding:40px"><h1>Settings</h1>
      <fluent-tabs activeid="a"><fluent-tab id="a">General</fluent-tab><fluent-tab id="b">Billing</fluent-tab><fluent-tab-panel>1</fluent-tab-panel><fluent-tab-panel>2</fluent-tab-panel></fluent-tabs>
      <p><fluent-text-field id="project">Project</fluent-text-field></p><p><fluent-checkbox>Weekly mail</fluent-checkbox></p>
      <p><fluent-switch>Dark mode</fluent-switch></p><p><fluent-select aria-label="Country"><fluent-option>France</fluent-option><fluent-option>Chile</fluent-option></fluent-select></p>
      <fluent-accordion><fluent-accordion-item><span slot="heading">Advanced</span>More</fluent-accordion-item></fluent-accordion>
      <fluent-tree-view><fluent-tree-item>Projects</fluent-tree-item></fluent-tree-view><p><fluent-button appearance="accent">Save settings</fluent-button></p></fluent-design-system-provider>`,
    ready: 'fluent-button:defined',
    actions: [
      { target: by('fluent-tab#b'), name: /^Billing$/ },
      { target: by('fluent-text-field input'), name: /Project/, act: 'type' },
      { target: by('fluent-checkbox'), name: /Weekly mail/ },
      { target: by('fluent-switch'), name: /Dark mode/ },
      { target: by('fluent-select'), name: /Country/ },
      { target: (page) => page.locator('fluent-option', { hasText: 'Chile' }), name: /Chile/ },
      { target: by('fluent-accordion-item button'), name: /Advanced/ },
      { target: by('fluent-tree-item'), name: /Projects/ },
      { target: by('fluent-button'), name: /^Save settings$/ },
    ],
  },
  'tabulator-tables': {
    technique: 'a virtual list of 5,000 rows',
    head: '<link rel="stylesheet" href="/tabulator-tables/dist/css/tabulator.min.css"><script src="/tabulator-tables/dist/js/tabulator.min.js"></script>',
    body: `<h2>Customers</h2><div id="table"></div><script>
      const data = Array.from({ length: 5000 }, (_, id) => ({ id, customer: 'Customer ' + id, city: ['Oslo', 'Lima', 'Bern'][id % 3], open: id * 7 % 900 }))
      new Tabulator('#table', { data, height: 560, layout: 'fitColumns', columns: [{ title: 'Customer', field: 'customer', headerFilter: 'input', headerFilterPlaceholder: 'Filter customers' }, { title: 'City', field: 'city' }, { title: 'Open', field: 'open' }] })</script>`,
    ready: '.tabulator-row',
    actions: [
      { target: by('.tabulator-col[tabulator-field=city] .tabulator-col-title'), name: /^City$/ },
      { target: by('.tabulator-col[tabulator-field=open] .tabulator-col-title'), name: /^Open$/ },
      { target: by('.tabulator-row .tabulator-cell[tabulator-field=city]'), name: /Customers|City/ },
      { target: by('.tabulator-header-filter input'), name: /Filter customers/, act: 'type' },
    ],
  },
  fullcalendar: {
    technique: 'a calendar with events that are dragged',
    head: '<script src="/fullcalendar/index.global.min.js"></script>',
    body: `<div id="calendar" style="max-width:1100px"></div><script>new FullCalendar.Calendar(document.getElementById('calendar'), { initialDate: '2026-11-10', height: 720, editable: true, headerToolbar: { left: 'prev,next today', center: 'title', right: 'dayGridMonth,timeGridWeek,listWeek' }, events: [{ title: 'Launch', start: '2026-11-10' }, { title: 'Review', start: '2026-11-18T10:00:00' }] }).render()</script>`,
    ready: '.fc-event',
    actions: [
      { target: (page) => page.locator('.fc-event', { hasText: 'Launch' }), name: /Launch/, act: 'drag' },
      { target: by('.fc-timeGridWeek-button'), name: /week/i },
      { target: by('.fc-next-button'), name: /Next/ },
      { target: by('.fc-prev-button'), name: /Prev/ },
      { target: by('.fc-listWeek-button'), name: /list/i },
    ],
  },
  'reveal.js': {
    technique: 'slides that are scaled and moved',
    head: '<link rel="stylesheet" href="/reveal.js/dist/reveal.css"><link rel="stylesheet" href="/reveal.js/dist/theme/white.css"><script src="/reveal.js/dist/reveal.js"></script>',
    body: `<div class="reveal" style="height:760px"><div class="slides"><section><h1>Results</h1><p><a href="#/2">See the outlook</a></p></section><section><h2>Quarter</h2></section><section><h2>Outlook</h2><button>Ask for more</button></section></div></div><script>Reveal.initialize({ transition: 'none', embedded: true, hash: false })</script>`,
    ready: '.reveal.ready',
    actions: [
      { target: by('.navigate-right'), name: /next slide/i },
      { target: by('.navigate-left'), name: /previous slide/i },
      { target: (page) => page.getByRole('link', { name: 'See the outlook' }), name: /^See the outlook$/ },
      { target: role('button', 'Ask for more'), name: /^Ask for more$/ },
    ],
  },
  'monaco-editor': {
    technique: 'an editor that draws its lines, with a menu in a shadow root',
    head: '<link rel="stylesheet" data-name="vs/editor/editor.main" href="/monaco-editor/min/vs/editor/editor.main.css"><script src="/monaco-editor/min/vs/loader.js"></script>',
    body: `<p><button>Run query</button></p><div id="editor" style="height:500px;border:1px solid #ccc"></div><script>
      require.config({ paths: { vs: '/monaco-editor/min/vs' } })
      require(['vs/editor/editor.main'], () => monaco.editor.create(document.getElementById('editor'), { value: 'select customer, sum(open)\\nfrom invoices\\ngroup by customer', language: 'sql' }))</script>`,
    ready: '.monaco-editor .view-line',
    actions: [
      { target: by('.monaco-editor .view-line'), name: null, at: { x: 40, y: 8 } },
      { target: by('.monaco-editor .view-lines'), name: null, at: { x: 60, y: 30 }, act: 'right' },
      { target: (page) => page.getByRole('menuitem', { name: 'Command Palette' }), name: null },
      { target: role('button', 'Run query'), name: /^Run query$/ },
    ],
  },
}
