import { describe, expect, test } from 'vitest'

import { uploadOnce } from './upload-once.ts'

const never = new AbortController().signal

function storage(failures: { readonly upload?: string; readonly copy?: string } = {}) {
  const calls: string[] = []
  const upload = uploadOnce(
    async (path) => {
      calls.push(`upload ${path}`)
      if (path === failures.upload) throw new Error('away')
    },
    async (from, to) => {
      calls.push(`copy ${from} ${to}`)
      if (to === failures.copy) throw new Error('taken')
    },
  )
  return { calls, send: (path: string, picture: string) => upload(path, new Blob([picture]), never) }
}

describe('pictures of a recording', () => {
  test('uploads a picture once and copies it for the steps that share it', async () => {
    const { calls, send } = storage()
    await Promise.all([send('1', 'same'), send('2', 'same'), send('3', 'other'), send('4', 'same')])
    expect(calls.filter((call) => call.startsWith('upload'))).toEqual(['upload 1', 'upload 3'])
    expect(calls.filter((call) => call.startsWith('copy'))).toEqual(['copy 1 2', 'copy 1 4'])
  })

  test('uploads a picture that could not be copied', async () => {
    const { calls, send } = storage({ copy: '2' })
    await send('1', 'same')
    await send('2', 'same')
    expect(calls).toEqual(['upload 1', 'copy 1 2', 'upload 2'])
  })

  test('does not copy from an upload that failed', async () => {
    const { calls, send } = storage({ upload: '1' })
    const first = send('1', 'same')
    const second = send('2', 'same')
    await expect(first).rejects.toThrow('away')
    await second
    expect(calls).toEqual(['upload 1', 'upload 2'])
  })
})
