/** Removes a leading “Hello,” from a text that something else precedes. */
export function dropSalutation(text: string): string {
  const rest = text.trim().replace(salutation, '')
  return rest === '' ? text.trim() : rest.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
}

const salutation =
  /^[¡!]?(?:hello|hi|hey|welcome|hallo|guten tag|willkommen|hola|buenos días|bienvenidos?|bonjour|salut|bienvenue)(?: there)?\s*[,.!–—…]+\s*/iu
