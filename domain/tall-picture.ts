/**
 * Whether a picture is so tall that the player shows it in the width of the screen, with scrolling. Phone screenshots
 * are at most 2.34 times as tall as they are wide, so anything taller is a whole page.
 */
export function isTallPicture(width: number | null, height: number | null): boolean {
  return width !== null && height !== null && height > 900 && width < height * 0.42
}
