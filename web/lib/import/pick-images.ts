import { acceptedTypes } from './accepted-types.ts'

/** Opens the file picker for images; none if cancelled. */
export function pickImages(isOne = false): Promise<readonly File[]> {
  return pickFiles(acceptedTypes, isOne)
}

/** The same for files of other types, listed as in a file field's `accept`. */
export function pickFiles(accept: string, isOne: boolean): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input')
    input.type = 'file'
    input.multiple = !isOne
    input.accept = accept
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}
