import { VizLegendOptionsBuilder } from '@grafana/grafana-foundation-sdk/common'
import {
  DashboardBuilder,
  DatasourceVariableBuilder,
  RowBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard'
import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard'
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus'
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries'

/** A graph: a question, what answers it, and in which unit of Grafana's. */
export interface Graph {
  readonly title: string
  /** What is seen when something is wrong. */
  readonly description: string
  readonly unit: 'short' | 's' | 'bytes' | 'percentunit' | 'reqps'
  /** PromQL by the text of its legend, in which `{{label}}` is the value of a label. */
  readonly lines: Readonly<Record<string, string>>
}

/** Graphs under a heading. */
export interface Section {
  readonly title: string
  readonly graphs: readonly Graph[]
}

/** A page of graphs. */
export interface Page {
  /** The end of its address in Grafana, and the name of its file. */
  readonly uid: string
  readonly title: string
  readonly description: string
  readonly sections: readonly Section[]
}

/** Grafana has 24 columns. */
const COLUMNS = { half: 12, height: 8 }

/** Chosen on the page, so that the file knows no installation. */
const SOURCE = { type: 'prometheus', uid: '${datasource}' }

const REF_IDS = 'ABCDEFGH'

/** A page as Grafana imports it. */
export function dashboardOf({ uid, title, description, sections }: Page): Dashboard {
  const dashboard = new DashboardBuilder(title)
    .uid(uid)
    .description(description)
    .tags(['presenter'])
    .readonly()
    .refresh('30s')
    .time({ from: 'now-6h', to: 'now' })
    .withVariable(new DatasourceVariableBuilder('datasource').label('Data source').type('prometheus'))
  for (const section of sections) {
    dashboard.withRow(new RowBuilder(section.title))
    for (const graph of section.graphs) dashboard.withPanel(panelOf(graph))
  }
  return dashboard.build()
}

function panelOf({ title, description, unit, lines }: Graph): PanelBuilder {
  const panel = new PanelBuilder()
    .title(title)
    .description(description)
    .datasource(SOURCE)
    .unit(unit)
    .min(0)
    .span(COLUMNS.half)
    .height(COLUMNS.height)
    .legend(new VizLegendOptionsBuilder().showLegend(true))
  for (const [index, [legend, expression]] of Object.entries(lines).entries())
    panel.withTarget(
      new DataqueryBuilder()
        .refId(REF_IDS[index]!)
        .datasource(SOURCE)
        .expr(expression)
        .legendFormat(legend)
        .range(),
    )
  return panel
}
