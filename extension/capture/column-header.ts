/** The header of the table's column that the element is in; null without one. */
export function columnHeaderOf(element: Element): Element | null {
  const cell = element.closest('td')
  const header = cell?.closest('table')?.tHead?.rows[0]?.cells[cell.cellIndex] ?? null
  return header === cell ? null : header
}
