import { strToU8, zipSync, type Zippable } from 'fflate'

import type { Step } from '#domain/demo.ts'

import { saveFile } from '../../lib/save-file.ts'
import { toMarkdown, type ExportedDemo } from './export-markdown.ts'
import { fetchPictures, pictureName, type StepPicture } from './fetch-pictures.ts'
import { fileNameOf } from './file-name.ts'

type AddressOf = (step: Step) => string

/** Only the pictures. Resolves to the number of missing ones. */
export async function saveImages(demo: ExportedDemo, addressOf: AddressOf): Promise<number> {
  const pictures = await fetchPictures(demo.steps, addressOf)
  saveZip(await toFiles(pictures, demo.steps.length, ''), `${fileNameOf(demo.name)}-images`)
  return demo.steps.length - pictures.length
}

/** A Markdown guide with its pictures. Resolves to the number of missing ones, which the guide links to instead. */
export async function saveGuide(demo: ExportedDemo, addressOf: AddressOf): Promise<number> {
  const pictures = await fetchPictures(demo.steps, addressOf)
  const names = new Map(pictures.map((each) => [each.step.id, `images/${pictureName(each, demo.steps.length)}`]))
  const guide = toMarkdown(demo, (step) => names.get(step.id) ?? addressOf(step))
  const files = await toFiles(pictures, demo.steps.length, 'images/')
  saveZip({ 'guide.md': strToU8(guide), ...files }, `${fileNameOf(demo.name)}-guide`)
  return demo.steps.length - pictures.length
}

async function toFiles(pictures: readonly StepPicture[], stepCount: number, folder: string): Promise<Zippable> {
  const files: Zippable = {}
  for (const each of pictures) {
    // Pictures are already compressed.
    files[folder + pictureName(each, stepCount)] = [new Uint8Array(await each.content.arrayBuffer()), { level: 0 }]
  }
  return files
}

function saveZip(files: Zippable, name: string): void {
  saveFile(new Blob([zipSync(files)], { type: 'application/zip' }), `${name}.zip`)
}
