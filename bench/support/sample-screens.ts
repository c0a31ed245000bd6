import type { Browser } from '@playwright/test'

/** A screenshot of a fictional application, in a realistic size. */
export interface SampleScreen {
  readonly png: Buffer
  /** The page that it shows. */
  readonly html: string
  readonly title: string
  readonly clickPercent: { readonly x: number; readonly y: number }
}

const width = 1440
const height = 900
const sections = ['Overview', 'Customers', 'Invoices', 'Payouts', 'Reports', 'Settings'] as const

/** Takes `count` different screenshots of a fictional billing application: text, tables, a chart, an avatar column. */
export async function takeSampleScreens(browser: Browser, count: number): Promise<readonly SampleScreen[]> {
  const page = await browser.newPage({ viewport: { width, height } })
  const screens: SampleScreen[] = []
  for (let number = 0; number < count; number += 1) {
    const html = applicationPage(number)
    await page.setContent(html)
    const section = sections[number % sections.length] ?? sections[0]
    const box = await page.locator('nav a.here').boundingBox()
    screens.push({
      html,
      png: await page.screenshot({ type: 'png' }),
      title: `Click "${section}"`,
      clickPercent: {
        x: (((box?.x ?? 0) + (box?.width ?? 0) / 2) / width) * 100,
        y: (((box?.y ?? 0) + (box?.height ?? 0) / 2) / height) * 100,
      },
    })
  }
  await page.close()
  return screens
}

function applicationPage(number: number): string {
  const here = number % sections.length
  const row = (index: number): string => {
    const seed = (number * 37 + index * 7919) % 9973
    const state = ['Paid', 'Open', 'Overdue', 'Draft'][seed % 4] ?? ''
    return `<tr><td><i style="background:hsl(${seed % 360} 45% 70%)"></i>Customer ${1000 + (seed % 800)}</td>
      <td>INV-${20_000 + seed}</td><td>${1 + (seed % 28)} Nov 2026</td><td><b class="s${seed % 4}">${state}</b></td>
      <td class="n">${((seed * 13) % 9000) / 10 + 40} €</td></tr>`
  }
  const points = Array.from({ length: 30 }, (_, x) => `${x * 34},${120 - ((x * 53 + number * 31) % 90)}`).join(' ')
  return `<!doctype html><style>
    *{box-sizing:border-box;margin:0}body{font:14px/1.5 system-ui,sans-serif;display:flex;height:900px;color:#1c2430;background:#f6f7f9}
    nav{width:220px;background:#101828;color:#c6cdd9;padding:20px 12px}nav b{color:#fff;font-size:17px;padding:0 10px}
    nav a{display:block;padding:8px 10px;margin-top:6px;border-radius:6px}nav a.here{background:#344054;color:#fff}
    main{flex:1;padding:28px 36px}h1{font-size:24px;margin-bottom:16px}.cards{display:flex;gap:16px;margin-bottom:18px}
    .cards div{flex:1;background:#fff;border:1px solid #e4e7ec;border-radius:10px;padding:14px 18px}.cards strong{font-size:26px;display:block}
    svg{background:#fff;border:1px solid #e4e7ec;border-radius:10px;width:100%;height:140px;margin-bottom:18px}
    table{width:100%;background:#fff;border:1px solid #e4e7ec;border-radius:10px;border-collapse:collapse}
    td,th{text-align:left;padding:8px 16px;border-bottom:1px solid #eef0f3}.n{text-align:right}
    td i{display:inline-block;width:20px;height:20px;border-radius:50%;margin-right:10px;vertical-align:-5px}
    td b{font-weight:500;padding:2px 8px;border-radius:9px;font-size:12px}.s0{background:#d1fadf}.s1{background:#e0eaff}.s2{background:#fee4e2}.s3{background:#eaecf0}
    </style><nav><b>Ledgerly</b>${sections.map((name, index) => `<a${index === here ? ' class="here"' : ''}>${name}</a>`).join('')}</nav>
    <main><h1>${sections[here] ?? ''}</h1><div class="cards">${['Revenue', 'Open invoices', 'Customers', 'Overdue']
      .map(
        (name, index) =>
          `<div>${name}<strong>${(number + 3) * (index + 7) * 13}</strong>+${index + 2}.4 % this month</div>`,
      )
      .join(
        '',
      )}</div><svg viewBox="0 0 1000 140"><polyline points="${points}" fill="none" stroke="#6d4aff" stroke-width="2"/></svg>
    <table><tr><th>Customer</th><th>Invoice</th><th>Date</th><th>State</th><th class="n">Amount</th></tr>
    ${Array.from({ length: 11 }, (_, index) => row(index)).join('')}</table></main>`
}
