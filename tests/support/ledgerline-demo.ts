import sharp from 'sharp'

import { makeDemo, type MadeDemo } from './make-demo.ts'

/** A demo of a made-up product with these steps: titles and notes. */
export async function makeLedgerlineDemo(
  serverUrl: string,
  notes: Readonly<Record<string, string>>,
): Promise<MadeDemo> {
  const png = await sharp({ create: { width: 1440, height: 900, channels: 3, background: '#334466' } })
    .png()
    .toBuffer()
  return makeDemo(serverUrl, {
    name: 'Ledgerline reports',
    steps: Object.entries(notes).map(([title, description]) => ({ png, width: 1440, height: 900, title, description })),
  })
}
