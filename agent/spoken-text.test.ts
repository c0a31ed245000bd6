import { describe, expect, test } from 'vitest'

import { agentLanguages } from '#domain/agent-languages.ts'
import { cpuMs } from '#support/cpu-time.ts'
import { toSpokenIn } from './languages/spoken.ts'

/* Examples of captions and their spoken form, by kind. Written before the rules. */
describe.each<readonly [string, readonly (readonly [string, string])[]]>([
  [
    'prices',
    [
      ['The team plan is $29/mo.', 'The team plan is 29 dollars per month.'],
      ['It is $1 or €2.50 or 30 €', 'It is 1 dollar or 2 euros and 50 cents or 30 euros'],
      ['Each call costs $0.05.', 'Each call costs 5 cents.'],
      ['It is £0.99 a day.', 'It is 99 pence a day.'],
      ['They raised $3m', 'They raised 3 million dollars'],
      ['It saved $1.5M in €40k projects.', 'It saved 1.5 million dollars in 40 thousand euro projects.'],
      ['Plans start at $12/user/mo.', 'Plans start at 12 dollars per user per month.'],
      ['Budgets of $10–20 are usual.', 'Budgets of 10 to 20 dollars are usual.'],
      ['Pay 40 USD or EUR 35.', 'Pay 40 US dollars or 35 euros.'],
      ['Invoices above $1,250.50 need approval.', 'Invoices above 1,250 dollars and 50 cents need approval.'],
      ['It costs $30, or ~€40.', 'It costs 30 dollars, or about 40 euros.'],
      ['We raised $5 million and €2.5 billion.', 'We raised 5 million dollars and 2.5 billion euros.'],
      [
        'Deals of $5k–$10k, €1–2m or 10 € – 20 €',
        'Deals of 5 thousand to 10 thousand dollars, 1 to 2 million euros or 10 to 20 euros',
      ],
      [
        '¥1,000, CHF 120, A$20, C$30 and US$40',
        '1,000 yen, 120 Swiss francs, 20 Australian dollars, 30 Canadian dollars and 40 US dollars',
      ],
      ['It is $1.01 or 50¢.', 'It is 1 dollar and 1 cent or 50 cents.'],
      ['A $29 plan in a €3.5bn market', 'A 29 dollar plan in a 3.5 billion euro market'],
      ['It is $29/mo. or $290/yr.', 'It is 29 dollars per month or 290 dollars per year.'],
      ['A total of 1.299,50 €', 'A total of 1,299 euros and 50 cents'],
      ['-$200 or +$200', 'minus 200 dollars or plus 200 dollars'],
    ],
  ],
  [
    'numbers and units',
    [
      ['Saves 30% or 10–20%', 'Saves 30 percent or 10 to 20 percent'],
      ['Uptime is 99.95%.', 'Uptime is 99.95 percent.'],
      ['Files of up to 5GB, 1 GB on trial.', 'Files of up to 5 gigabytes, 1 gigabyte on trial.'],
      ['It answers in 200ms.', 'It answers in 200 milliseconds.'],
      ['Setup takes 5 min, or 1h 30m at most.', 'Setup takes 5 minutes, or 1 hour 30 minutes at most.'],
      ['Keep the room at 21°C.', 'Keep the room at 21 degrees Celsius.'],
      ['It is 3x faster.', 'It is 3 times faster.'],
      ['Over 50+ teams, ~200 people', 'Over 50 plus teams, about 200 people'],
      ['Growth was -5% in the 90s.', 'Growth was minus 5 percent in the 90s.'],
      ['Trucks average 80 km/h over 300 km.', 'Trucks average 80 kilometers per hour over 300 kilometers.'],
      ['Teams of ≥10 pay less, <3 pay nothing.', 'Teams of at least 10 pay less, less than 3 pay nothing.'],
      ['Issue #12', 'Issue number 12'],
      ['10k users, 1.5M events, 50k+ teams', '10 thousand users, 1.5 million events, 50 thousand plus teams'],
      ['Up to 10 GB of storage at 5 MB/s', 'Up to 10 gigabytes of storage at 5 megabytes per second'],
      ['100s of users since the late 1990s', '100s of users since the late 1990s'],
      ['A 16:9 screen of 1920×1080 px, 2-3x faster', 'A 16 to 9 screen of 1920 by 1080 pixels, 2 to 3 times faster'],
      ['3/4 of teams rate it 4.5/5.', 'three quarters of teams rate it 4.5 out of 5.'],
      ['5★, ±2% or –10%', '5 stars, plus or minus 2 percent or minus 10 percent'],
      ['Step 3/8 takes 5 min. and 2 hrs.', 'Step 3 of 8 takes 5 minutes and 2 hours.'],
      ['The 80/20 rule', 'The 80 20 rule'],
      ['2.4 GHz, 1 Gbps, 60 fps, 10^3', '2.4 gigahertz, 1 gigabit per second, 60 frames per second, 10 3'],
    ],
  ],
  [
    'dates and times',
    [
      ['It was released on 2026-11-23.', 'It was released on November 23, 2026.'],
      ['Due 11/23/2026 or 23.11.2026.', 'Due November 23, 2026 or November 23, 2026.'],
      ['The trial ends Jan 5.', 'The trial ends January 5.'],
      ['Exports run every night at 02:00 UTC.', 'Exports run every night at 2 AM U T C.'],
      ['The call is at 14:30.', 'The call is at 2:30 PM.'],
      ['Support works 9am–5pm, Mon–Fri.', 'Support works 9 AM to 5 PM, Monday to Friday.'],
      ['Updated 2026-11-23T14:30Z.', 'Updated November 23, 2026 at 2:30 PM U T C.'],
      ['We are here 24/7.', 'We are here 24 7.'],
      ['Days 3-5 are quiet.', 'Days 3 to 5 are quiet.'],
      ['From 12:00 to 00:15', 'From noon to 12:15 AM'],
      ['Open 9:00-17:00, or 11:00–12:30.', 'Open 9 AM to 5 PM, or 11 AM to 12:30 PM.'],
      ['We start at 9:30am.', 'We start at 9:30 AM.'],
      ['At 08:05 a.m. or 7 p.m. today', 'At 8:05 AM or 7 PM today'],
      ['Thu, Nov. 26th, 26 Nov or 3/4/26', 'Thursday, November 26th, 26 November or March 4, 2026'],
    ],
  ],
  [
    'addresses',
    [
      ['See https://www.example.com/docs/a?b=c.', 'See example dot com.'],
      ['Go to www.acme.io/start now.', 'Go to acme dot io now.'],
      ['Write to help@example.com', 'Write to help at example dot com'],
      ['Open app.example.com and sign in.', 'Open app dot example dot com and sign in.'],
      ['Upload report.csv or data.json.', 'Upload report dot C S V or data dot jason.'],
      ['It runs on 10.0.0.1.', 'It runs on 10 dot 0 dot 0 dot 1.'],
      ['Call +1 (555) 010-0199.', 'Call plus 1, 5 5 5, 0 1 0, 0 1 9 9.'],
      ['Our number is 555-0100.', 'Our number is 5 5 5, 0 1 0 0.'],
      ['Call 1-800-555-0199.', 'Call 1, 8 0 0, 5 5 5, 0 1 9 9.'],
      ['Call 020 7946 0958 or +49 30 1234567.', 'Call 0 2 0, 7 9 4 6, 0 9 5 8 or plus 49, 3 0, 1 2 3 4 5 6 7.'],
      ['See example.com/pricing for more.', 'See example dot com for more.'],
      [
        'I’ll write to ann_b.lee+demo@my-shop.com.',
        'I’ll write to ann underscore b dot lee plus demo at my hyphen shop dot com.',
      ],
    ],
  ],
  [
    'acronyms and versions',
    [
      ['The API returns CSV and PDF.', 'The A P I returns C S V and P D F.'],
      ['Sign in by SSO with SAML.', 'Sign in by S S O with sammel.'],
      ['Write SQL, or post JSON to a URL.', 'Write sequel, or post jason to a U R L.'],
      ['It is SOC 2 and ISO 27001 certified.', 'It is sock 2 and I S O 27001 certified.'],
      ['Version v2.4.1 is out.', 'Version 2 point 4 point 1 is out.'],
      ['Update to v3.', 'Update to version 3.'],
      ['It needs Node 24.3.1.', 'It needs Node 24 point 3 point 1.'],
      ['Export PDFs from your CRM.', 'Export P D Fs from your C R M.'],
      ['A B2B SaaS for R&D.', 'A B to B sass for R and D.'],
      ['NEW: press STOP.', 'NEW: press STOP.'],
      ['SOC 2 Type II and ISO/IEC 27001:2022', 'sock 2 Type 2 and I S O, IEC 27001, 2022'],
      ['The Part I like is Chapter IV.', 'The Part I like is Chapter 4.'],
      ['C++, C#, .NET and Node.js', 'C plus plus, C sharp, dot net and Node J S'],
      ['AT&T and iOS/Android', 'A T and T and I O S, Android'],
    ],
  ],
  [
    'abbreviations and symbols',
    [
      ['Roles, e.g. admins & editors', 'Roles, for example admins and editors'],
      ['Settings → Users', 'Settings, then Users'],
      ['Click "Authorize"', 'Click Authorize'],
      ['Click File > Export > CSV.', 'Click File, then Export, then C S V.'],
      ['An A/B test of snake_case_name', 'An A B test of snake case name'],
      ['pp. 7–9, ch. 2, § 7', 'pages 7 to 9, chapter 2, section 7'],
      ['Press Ctrl+K or Cmd+Shift+P.', 'Press Control K or Command Shift P.'],
      ['Read and/or write, w/o limits.', 'Read and or write, without limits.'],
      ['Plans A vs. B, incl. tax, approx. the same', 'Plans A versus B, including tax, about the same'],
      ['See p. 3, fig. 2, no. 7.', 'See page 3, figure 2, number 7.'],
      ['Rows, columns, etc.', 'Rows, columns, and so on.'],
      ['**Bold**, `code` and [a link](https://x.example/y)', 'Bold, code and a link'],
      ['Great! 🎉 It works 👍🏽.', 'Great! It works.'],
      ['Choose yes/no or read/write.', 'Choose yes or no or read or write.'],
      ['Mention @ada in #general.', 'Mention at ada in general.'],
      ['Nothing to change here.', 'Nothing to change here.'],
    ],
  ],
])('%s', (_, sentences) => {
  test.each([...sentences])('says %j as %j', (caption, spoken) => {
    expect(toSpokenIn('en', caption)).toBe(spoken)
  })
})

describe('the author’s pronunciations', () => {
  const pronunciations = [
    { word: 'Tidelane', say: 'tide lane' },
    { word: 'Nguyen', say: 'win' },
    { word: 'C++', say: 'see plus plus' },
    { word: 'API', say: 'app-ee' },
    { word: ' ', say: 'nothing' },
  ]
  test.each([
    ['tidelane knows Tidelane’s API.', 'tide lane knows tide lane’s app-ee.'],
    ['Tidelanes and C++ by Nguyen', 'Tidelanes and see plus plus by win'],
  ])('say %j as %j', (caption, spoken) => {
    expect(toSpokenIn('en', caption, pronunciations)).toBe(spoken)
  })

  test.each(['e-mail', 'O’Neil', "O'Neil", 'R&D', 'a,b', 'me@x', 'a:b', '1%', '“so”', '(so)', 'a/b', '[x'])(
    'may contain signs: %j',
    (word) => {
      expect(toSpokenIn('en', `Say ${word} now`, [{ word, say: 'this' }])).toBe('Say this now')
    },
  )
})

test('reads long hostile text quickly', () => {
  const pieces = [
    '1',
    '.',
    '$',
    'a.',
    '1,',
    '-',
    '@',
    '[',
    'http://',
    '+1 ',
    '1:',
    '/a',
    '1 ',
    '0 ',
    '1-',
    '€1–',
    'x.de/',
  ]
  for (const language of agentLanguages) {
    for (const piece of pieces) {
      const text = piece.repeat(20_000 / piece.length)
      expect(cpuMs(() => toSpokenIn(language.value, text))).toBeLessThan(500)
    }
  }
})
