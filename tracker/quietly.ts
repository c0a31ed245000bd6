/** Whatever the page has done to the browser, it hears nothing of what goes wrong here, now or later. */
export const quietly =
  <Given extends unknown[]>(act: (...given: Given) => unknown) =>
  async (...given: Given): Promise<void> => {
    try {
      await act(...given)
    } catch (error) {
      // oxlint-disable-next-line no-console -- spec §8: logged only
      console.warn('understudy', error)
    }
  }
