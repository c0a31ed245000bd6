export function seedingFailed(cause: { readonly message: string }): Error {
  return new Error(`Could not seed a sample: ${cause.message}`, { cause })
}
