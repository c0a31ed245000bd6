/**
 * Whether a picture is so high that the player shows it as wide as the screen, with scrolling. Phones' screenshots are
 * at most 2.34 times as high as wide, so anything higher is a whole page.
 */
export function isTallPicture(width: number | null, height: number | null): boolean {
  return width !== null && height !== null && height > 900 && width < height * 0.42
}
