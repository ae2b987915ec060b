import { whole } from '@/lib/figures';
import { FunnelChart } from '@/ui/charts/funnel-chart';
import { RowChart } from '@/ui/charts/row-chart';
import type { Figures } from './queries';
import { sourceName } from './words';

/** How many leads came how far, in all and by where they came from. */
export function Charts({ figures }: { figures: Figures }) {
  const { by_source: sources } = figures;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <FunnelChart
        title="Conversion by stage"
        note="Leads that reached each stage"
        labelName="Stage"
        valueName="Leads"
        format={whole}
        stages={[
          { label: 'Received', value: figures.total },
          { label: 'Contacted', value: figures.contacted },
          { label: 'Consult booked', value: figures.booked },
          { label: 'Won', value: Math.min(figures.won, figures.booked) },
        ]}
      />
      <RowChart
        title="Conversion by source"
        note="Leads, booked consults and won leads"
        labelName="Source"
        labels={sources.map(({ source }) => sourceName(source))}
        series={[
          { name: 'Leads', values: sources.map(({ total }) => total) },
          { name: 'Booked', values: sources.map(({ booked }) => booked) },
          { name: 'Won', values: sources.map(({ won }) => won) },
        ]}
        format={whole}
      />
    </div>
  );
}
