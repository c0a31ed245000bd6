import { describe, expect, test } from 'vitest'

import { uploadOnce } from './upload-once.ts'

const never = new AbortController().signal

function storage({ failedUploads = 0, copy: failedCopy = '' } = {}) {
  const calls: string[] = []
  const upload = uploadOnce(
    async (path) => {
      calls.push(`upload ${path}`)
      if (calls.length <= failedUploads) throw new Error('away')
    },
    async (from, to) => {
      calls.push(`copy ${from} ${to}`)
      if (to === failedCopy) throw new Error('taken')
    },
  )
  return { calls, send: (path: string, picture: string) => upload(path, new Blob([picture]), never) }
}

describe('pictures of a recording', () => {
  test('uploads a picture once and copies it for the steps that share it', async () => {
    const { calls, send } = storage()
    await Promise.all([send('1', 'same'), send('2', 'same'), send('3', 'other'), send('4', 'same')])
    // Whichever is hashed first is uploaded.
    const uploaded = calls.flatMap((call) => (call.startsWith('upload') ? [call.slice(7)] : []))
    const source = uploaded.find((path) => path !== '3') ?? ''
    expect(uploaded.toSorted()).toEqual([source, '3'].toSorted())
    const others = ['1', '2', '4'].filter((path) => path !== source)
    expect(calls.filter((call) => call.startsWith('copy')).toSorted()).toEqual(
      others.map((path) => `copy ${source} ${path}`),
    )
  })

  test('uploads a picture that could not be copied', async () => {
    const { calls, send } = storage({ copy: '2' })
    await send('1', 'same')
    await send('2', 'same')
    expect(calls).toEqual(['upload 1', 'copy 1 2', 'upload 2'])
  })

  test('does not copy from an upload that failed', async () => {
    const { calls, send } = storage({ failedUploads: 1 })
    const sent = await Promise.allSettled([send('1', 'same'), send('2', 'same')])
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(calls.toSorted()).toEqual(['upload 1', 'upload 2'])
  })
})
