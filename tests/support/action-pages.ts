/** The bodies of pages on which a person types, drags, hovers, scrolls and uses the keyboard, by path. */
export const actionPages = {
  '/form': `<main style="padding:40px;display:grid;gap:16px;width:400px">
    <label>Project <input id="project"></label>
    <label>Notes <textarea id="notes"></textarea></label>
    <label>Password <input id="password" type="password"></label>
    <button id="reveal" onclick="document.querySelector('#password').type='text'">Show password</button>
    <label>Card number <input id="card" autocomplete="cc-number"></label>
    <label>Search words <input id="search" type="search"></label>
    <label>Regions <select id="regions" multiple size="3"><option>North<option>East<option>South</select></label>
    <label>Plan <select id="plan"><option>Free<option>Team<option>Enterprise</select></label>
    <label>Due date <input id="due" type="date"></label>
    <label>Accent <input id="accent" type="color"></label>
    <label>Volume <input id="volume" type="range" min="0" max="10" value="5"></label>
    <div id="upload" role="button" aria-label="Upload area" style="height:60px;background:#eee" ondragover="event.preventDefault()" ondrop="event.preventDefault()"></div>
    <label>Report <input id="report" type="file"></label></main>`,
  '/mail': `<div id="list"><p>First</p><p>Second</p></div><p id="drawn"></p><button id="after">After</button>
    <label>Search <input id="search" type="search"></label><script>
    let isDrawing = false
    addEventListener('keydown', ({ key, target }) => {
      if (target !== document.body) return
      if (key === 'c') document.body.insertAdjacentHTML('beforeend', '<dialog open style="top:200px">New message</dialog>')
      if (key === 'j') list.firstElementChild.classList.toggle('marked')
      if (key === 'e') list.firstElementChild.remove()
      if (key === '/') setTimeout(() => search.focus())
      if (key === 'g') { list.insertAdjacentHTML('beforeend', '<input aria-label="Cell">'); list.lastElementChild.focus() }
      if (isDrawing || /[a-z0-9]/.test(key) && key === 't') { isDrawing = true; drawn.append(key) }
      if (/\\d/.test(key)) list.append(document.createElement('p'))
    })
    </script>`,
  '/board': `<style>body { user-select: none }</style>
    <div id="item" role="button" aria-label="Invoice 12" style="position:absolute;left:100px;top:100px;width:120px;height:60px;background:#ddd"></div>
    <div id="native" draggable="true" role="button" aria-label="Card A" style="position:absolute;left:100px;top:300px;width:120px;height:60px;background:#cdd"></div>
    <div id="zone" style="position:absolute;left:600px;top:280px;width:300px;height:200px;background:#eee" ondragover="event.preventDefault()"></div>
    <button id="after" style="position:absolute;left:100px;top:500px">After</button>
    <span style="position:absolute;left:100px;top:420px;user-select:text"><button id="grip">Move</button> This text gets selected</span><script>
      grip.onpointerdown = ({ pointerId }) => grip.setPointerCapture(pointerId)
    </script>`,
  '/menu': `<style>nav li ul { display: none; margin: 0 } nav li:hover ul { display: block }</style>
    <nav><ul><li style="width:120px">Products<ul><li><a id="entry" href="#pricing">Pricing</a></li></ul></li></ul></nav>
    <div style="height:3000px"></div><button id="end">End of page</button>`,
  '/menus': `<style>#wrap { position: relative; padding: 8px } #list { display: none; position: absolute; top: 36px } #wrap:hover #list { display: block }</style>
    <nav style="padding:10px;display:flex;gap:200px"><span id="top">Solutions</span><div id="wrap"><button>Export</button><div id="list"><a id="csv" href="#csv">As CSV</a></div></div></nav>
    <script>
      const top_ = document.querySelector('#top')
      top_.addEventListener('mouseenter', () => setTimeout(() => {
        const menu = document.createElement('div'), { left, bottom } = top_.getBoundingClientRect()
        menu.style.cssText = 'position:fixed;background:#eee;left:' + left + 'px;top:' + bottom + 'px'
        menu.innerHTML = '<a id="entry" href="#overview">Overview</a>'
        document.body.append(menu)
      }, 150), { once: true })
    </script>`,
  '/redrawn': `<div id="app"></div><button id="after">After</button><script>
    const values = { colour: '', palette: '', word: '' }
    let isShown = false
    function draw(focused) {
      const field = (id, type) => '<input id="' + id + '" type="' + type + '" aria-label="' + id + '" value="' + values[id] + '">'
      app.innerHTML = field('colour', 'text') + field('palette', 'text') + field('word', isShown ? 'text' : 'password') + '<button id="show">Show</button>'
      show.onclick = () => { isShown = true; draw() }
      for (const id of Object.keys(values)) {
        const input = document.getElementById(id)
        input.oninput = () => { values[id] = input.value; draw(id) }
        if (id === focused) { input.focus(); input.setSelectionRange(99, 99) }
      }
    }
    draw()
    </script>`,
  '/chat': `<div id="log" style="height:200px"></div><textarea id="plain" aria-label="Message"></textarea>
    <div id="rich" contenteditable="true" role="textbox" aria-label="Reply" style="border:1px solid;min-height:40px"></div><script>
    for (const field of [plain, rich]) field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      const text = field.value ?? field.textContent
      if (event.shiftKey) return void document.execCommand('insertLineBreak')
      log.append(text, document.createElement('br'))
      if (field === plain) plain.value = ''
      else rich.replaceChildren()
    })</script>`,
  '/routes': `<button id="go" onclick="history.pushState({}, '', '/routes?tab=2'); document.querySelector('h1').textContent = 'Second'">Go</button>
    <h1>First</h1><button id="here">Here</button><script>onpopstate = () => document.querySelector('h1').textContent = 'First'</script>`,
  '/keys': `<button id="first">First</button><script>
    addEventListener('keydown', (event) => { if (event.key === 'k' && event.ctrlKey) event.preventDefault() })</script>`,
  '/lists': `<div role="tablist"><button role="tab" id="general" aria-selected="true">General</button><button role="tab" id="billing" aria-selected="false">Billing</button></div>
    <ul role="tree" id="tree" tabindex="0" aria-label="Files" aria-activedescendant="projects"><li role="treeitem" id="projects" aria-expanded="false">Projects</li><li role="treeitem" id="archive">Archive</li></ul>
    <label><input type="radio" name="plan" id="free" checked>Free</label><label><input type="radio" name="plan">Team</label><button id="after">After</button><script>
    document.querySelector('[role=tablist]').onkeydown = ({ key }) => {
      if (key !== 'ArrowRight') return
      general.ariaSelected = 'false'
      billing.ariaSelected = 'true'
      billing.focus()
    }
    tree.onkeydown = ({ key }) => {
      if (key === 'ArrowRight') projects.ariaExpanded = 'true'
      if (key === 'ArrowDown') tree.setAttribute('aria-activedescendant', 'archive')
      if (key === 'Enter') document.querySelector('#after').textContent = 'Opened'
    }</script>`,
  '/other': `<h1>Other</h1><button id="here">Here</button>`,
  '/names': `<h2>Team members</h2><div>
    <button id="icon" style="width:40px;height:40px"><svg class="lucide lucide-trash-2" width="20" height="20"><path d="M0 0h20v20"/></svg></button>
    <span title="Archive"><button id="tip" style="width:40px;height:40px"></button></span>
    <canvas id="chart" width="200" height="100" style="background:#eee"></canvas></div>`,
}
