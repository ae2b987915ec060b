/** One line, or one kind of bar, of a chart; `null` where nothing is known. As many values as the chart has labels. */
export interface Series {
  name: string;
  values: readonly (number | null)[];
}

/** What a chart shows, whatever its shape. */
export interface ChartData {
  /** What the labels are: the heading of the table's first column. */
  labelName: string;
  /** One for each value, as it is read out and written into the table. */
  labels: readonly string[];
  series: readonly Series[];
}

/** A chart's numbers for people and for files. */
export interface ChartNumbers {
  /** For readers, such as `$1,200`. */
  format: (value: number) => string;
  /** For the file, without grouping or unit; the number itself unless told otherwise. */
  plain?: ((value: number) => number) | undefined;
}

export interface ChartTable {
  columns: readonly string[];
  /** Texts for readers. */
  rows: readonly (readonly string[])[];
  /** The same for a file: labels as texts, figures as numbers. */
  plain: readonly (readonly (string | number)[])[];
}

const UNKNOWN = '–';

/** The chart as a table: a row for each label, a column for each series. */
export function tableOf({ labelName, labels, series }: ChartData, { format, plain }: ChartNumbers): ChartTable {
  const valuesAt = (index: number) => series.map(({ values }) => values[index] ?? null);
  return {
    columns: [labelName, ...series.map(({ name }) => name)],
    rows: labels.map((label, index) => [label, ...valuesAt(index).map((value) => (value === null ? UNKNOWN : format(value)))]),
    plain: labels.map((label, index) => [
      label,
      ...valuesAt(index).map((value) => (value === null ? '' : (plain ?? Number)(value))),
    ]),
  };
}

/** What is read out at a label: `November 3: Rebooked 4, Booked 2`. */
export function spoken({ labels, series }: ChartData, index: number, format: ChartNumbers['format']): string {
  const parts = series.map(({ name, values }) => {
    const value = values[index] ?? null;
    return `${name} ${value === null ? 'unknown' : format(value)}`;
  });
  return `${labels[index] ?? ''}: ${parts.join(', ')}`;
}

/** Whether there is nothing at all to draw. */
export function isBlank({ series }: ChartData): boolean {
  return series.every(({ values }) => values.every((value) => !value));
}

export function largest(data: ChartData): number {
  return Math.max(0, ...data.series.flatMap(({ values }) => values.map((value) => value ?? 0)));
}
