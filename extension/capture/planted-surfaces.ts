/** Returns a page fragment that shows the text. The element to click has the class `hit`. */
export type MakeSurface = (text: string) => string

/*
 * Editors as they are built: the drawn text, and the hidden field that receives the keys. All of it is private.
 */
export const editingSurfaces: Readonly<Record<string, MakeSurface>> = {
  Monaco: (
    text,
  ) => `<div class="monaco-editor" style="position:relative;width:400px;height:80px"><div class="overflow-guard">
    <textarea class="inputarea" aria-label="Editor content" style="position:absolute;width:1px;height:1px;border:0;padding:0;color:transparent"></textarea>
    <div class="view-lines"><div class="view-line"><span><span class="hit mtk1">${text}</span></span></div></div></div></div>`,
  'Monaco with an edit context': (
    text,
  ) => `<div class="monaco-editor" style="position:relative;width:400px;height:80px">
    <div class="native-edit-context" role="textbox" tabindex="0" aria-label="Editor content" style="position:absolute;z-index:-10"></div>
    <div class="view-line"><span class="hit">${text}</span></div></div>`,
  "Monaco's suggestions": (text) =>
    `<div class="suggest-widget" role="listbox"><div role="option" class="hit" aria-label="${text}">${text}</div></div>`,
  Ace: (
    text,
  ) => `<div class="ace_editor" style="position:relative;width:400px;height:80px"><textarea class="ace_text-input" style="opacity:0;position:absolute;width:8px"></textarea>
    <div class="ace_scroller"><div class="ace_content"><div class="ace_line"><span class="hit ace_identifier">${text}</span></div></div></div></div>`,
  'CodeMirror 5': (
    text,
  ) => `<div class="CodeMirror"><div style="overflow:hidden;position:relative;width:3px;height:0"><textarea style="position:absolute;width:1px;height:1em"></textarea></div>
    <div class="CodeMirror-scroll"><pre class="CodeMirror-line"><span class="hit cm-string">${text}</span></pre></div></div>`,
  "CodeMirror 5's hints": (text) =>
    `<ul class="CodeMirror-hints" role="listbox"><li role="option" class="hit">${text}</li></ul>`,
  'CodeMirror 6': (text) =>
    `<div class="cm-editor"><div class="cm-scroller"><div class="cm-content" contenteditable="true" role="textbox"><div class="cm-line hit">${text}</div></div></div></div>`,
  ProseMirror: (text) =>
    `<div class="ProseMirror" contenteditable="true"><p><strong class="hit">${text}</strong></p></div>`,
  "TipTap's mention": (text) =>
    `<div class="tiptap ProseMirror" contenteditable="true"><p>To <a href="/u/1" class="hit" contenteditable="false">${text}</a></p></div>`,
  Quill: (text) =>
    `<div class="ql-container"><div class="ql-editor" contenteditable="true"><p class="hit">${text}</p></div></div>`,
  "Quill's tooltip": (text) =>
    `<div class="ql-container"><div class="ql-editor" contenteditable="true"></div><div class="ql-tooltip"><a href="#" class="hit ql-preview">${text}</a></div></div>`,
  Draft: (text) =>
    `<div class="DraftEditor-root"><div class="public-DraftEditor-content" contenteditable="true"><span data-text="true" class="hit">${text}</span></div></div>`,
  Lexical: (text) =>
    `<div contenteditable="true" data-lexical-editor="true"><p><span class="hit">${text}</span></p></div>`,
  "Slate's void": (text) =>
    `<div contenteditable="true" data-slate-editor="true"><div contenteditable="false"><button class="hit">${text}</button></div></div>`,
  Trix: (text) => `<trix-editor contenteditable><div class="hit">${text}</div></trix-editor>`,
  xterm: (
    text,
  ) => `<div class="terminal xterm" style="position:relative"><div class="xterm-screen"><div class="xterm-helpers"><textarea class="xterm-helper-textarea" style="opacity:0;position:absolute;left:-9999em;width:0;height:0"></textarea></div>
    <div class="xterm-rows"><div><span class="hit">${text}</span></div></div></div></div>`,
  'a document on a canvas': (text) =>
    `<div class="kix-appview-editor"><canvas class="hit" width="200" height="40">${text}</canvas><svg width="9" height="9"><g role="paragraph"><rect aria-label="${text}"/></g></svg></div>`,
  'a shape of a canvas': (text) =>
    `<svg width="90" height="90"><rect class="hit" width="90" height="90" aria-label="${text}"/></svg>`,
  'an editor nobody knows': (
    text,
  ) => `<div class="ed"><div><textarea style="position:absolute;opacity:0;width:2px;height:1em"></textarea></div>
    <div class="lines"><div style="cursor:pointer" class="hit">${text}</div></div></div>`,
  'a link in an editor nobody knows': (text) =>
    `<div class="ed"><textarea style="position:absolute;left:-2000px"></textarea><div class="lines"><a href="/x" class="hit">${text}</a></div></div>`,
  'an editor behind text': (text) =>
    `<div style="position:relative"><pre class="hit" role="button" style="position:absolute;z-index:1">${text}</pre><textarea style="color:transparent;width:300px;height:60px"></textarea></div>`,
  'an editor in a tree': (text) =>
    `<div role="treeitem" tabindex="0"><div class="ed"><textarea style="position:absolute;width:1px;height:1px"></textarea><div class="hit">${text}</div></div></div>`,
  'an editor in a shadow root': (text) =>
    `<x-editor><template shadowrootmode="open"><textarea style="position:absolute;opacity:0"></textarea><div class="lines"><span class="hit" role="link" tabindex="0">${text}</span></div></template></x-editor>`,
  'lines beside a shadow root with the field': (text) =>
    `<div class="ed"><x-keys><template shadowrootmode="open"><textarea style="position:absolute;opacity:0"></textarea></template></x-keys><div role="button" class="hit">${text}</div></div>`,
  'slotted lines': (text) =>
    `<x-code><template shadowrootmode="open"><div><textarea style="position:absolute;opacity:0"></textarea><slot></slot></div></template><span role="button" class="hit">${text}</span></x-code>`,
  'a chosen value': (text) =>
    `<div style="width:200px"><div class="hit">${text}</div><input role="combobox" aria-label="Owner" style="opacity:0;width:2px"></div>`,
  'boxes of a one-time code': (text) =>
    `<div style="position:relative"><div class="hit">${text}</div><input autocomplete="one-time-code" style="position:absolute;inset:0;opacity:0"></div>`,
  'a text area': (text) => `<label>Notes <textarea class="hit">${text}</textarea></label>`,
  'a field': (text) => `<input class="hit" aria-label="Name" value="${text}">`,
  'a label over a field': (text) =>
    `<label class="hit">Remind me <input type="checkbox"> <input value="${text}"></label>`,
  'a table cell': (text) => `<table><tr><td class="hit">${text}</td></tr></table>`,
  'a row that can be clicked': (text) =>
    `<table><tr style="cursor:pointer"><td><span class="hit">${text}</span></td></tr></table>`,
  'a cell of a grid': (text) =>
    `<div role="grid"><div role="row"><div role="gridcell" tabindex="0" class="hit">${text}</div></div></div>`,
  'plain text': (text) => `<main><p class="hit">${text}</p></main>`,
  'a heading': (text) => `<h2 class="hit">${text}</h2>`,
}

/** Controls, whose names are kept except for secrets. */
export const namedControls: Readonly<Record<string, MakeSurface>> = {
  'a button': (text) => `<button class="hit">Open ${text}</button>`,
  'a button by its label': (text) => `<button class="hit" aria-label="Remove ${text}">x</button>`,
  'a button by its title': (text) => `<button class="hit" title="Copy ${text}"></button>`,
  'a link': (text) => `<a class="hit" href="/x">${text}</a>`,
  'a link in parts': (text) => `<a class="hit" href="/x"><b>Account</b> <i>${text}</i></a>`,
  'a tab': (text) => `<div role="tab" tabindex="0" class="hit">${text}</div>`,
  'a menu item': (text) => `<div role="menuitem" class="hit">Signed in as ${text}</div>`,
  'a choice': (text) => `<div role="option" class="hit">${text}</div>`,
  'a tree item': (text) => `<div role="treeitem" tabindex="0"><span class="hit">${text}</span></div>`,
  'plain text with a hand': (text) => `<div style="cursor:pointer" class="hit">${text}</div>`,
  'an image': (text) => `<img class="hit" alt="Photo of ${text}">`,
  'a field by its label': (text) => `<label>${text} <input class="hit"></label>`,
  'a field by its placeholder': (text) => `<input class="hit" placeholder="${text}">`,
  'a control labelled elsewhere': (text) =>
    `<i id="who">${text}</i><button class="hit" aria-labelledby="who"></button>`,
}
