import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

export interface FigureTableProps {
  /** For assistive technology. */
  readonly label: string
  /** The first column names the row; names are unique. */
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
}

/** A table of figures; scrolls sideways on phones, also by keyboard. */
export function FigureTable({ label, columns, rows }: FigureTableProps) {
  const id = useId()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is wider than the screen has to be reachable
    <div
      role="region"
      aria-labelledby={id}
      tabIndex={0}
      className="scroll-edges max-h-[34rem] overflow-auto rounded-control"
    >
      <table className="w-full border-collapse text-sm tabular-nums">
        <caption id={id} className="sr-only">
          {label}
        </caption>
        <thead className="sticky top-0 bg-surface">
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={clsx(
                  'border-b border-line px-2 py-2 text-xs last:pr-0 font-medium whitespace-nowrap text-muted',
                  index === 0 ? 'pl-0 text-left' : 'text-right',
                )}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-b border-line last:border-b-0">
              {row.cells.map((cell, index) =>
                index === 0 ? (
                  <th
                    key={columns[index]}
                    scope="row"
                    className="max-w-64 min-w-28 py-2 pr-2 text-left font-medium wrap-anywhere"
                  >
                    {cell}
                  </th>
                ) : (
                  <td key={columns[index]} className="px-2 py-2 text-right last:pr-0 whitespace-nowrap">
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
