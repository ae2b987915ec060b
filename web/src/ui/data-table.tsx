import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';

export interface Column<T> {
  head: ReactNode;
  cell: (row: T) => ReactNode;
  /** Of the cells. */
  className?: string;
  headClassName?: string;
  /** Whether its cell names the row. */
  names?: boolean;
}

export interface DataTableProps<T> {
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  rowClassName?: (row: T) => string | false | undefined;
}

/** Rows of the same kind where there is room for a table. */
export function DataTable<T>({ columns, rows, keyOf, rowClassName }: DataTableProps<T>) {
  return (
    <table className="w-full text-left">
      <thead className="border-y border-line text-[0.9375rem] text-slate">
        <tr>
          {columns.map(({ head, headClassName = 'py-3 pr-4 font-medium first:pl-6 last:pr-6' }, index) => (
            <th key={index} scope="col" className={headClassName}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={classNames('border-b border-line last:border-b-0', rowClassName?.(row))}>
            {columns.map(({ cell, className, names }, index) =>
              names ? (
                <th key={index} scope="row" className={className}>
                  {cell(row)}
                </th>
              ) : (
                <td key={index} className={className}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
