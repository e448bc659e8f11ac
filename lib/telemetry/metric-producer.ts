import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client';
import { readClock } from '#lib/http/clock';

type Metric = MetricObjectWithValues<MetricValueWithName<string>>;
type Times = { readonly startTime: HrTime; readonly endTime: HrTime };

/** Exports the metrics of /metrics under the same names, so that everything is counted only once. */
export function createMetricProducer(registry: Registry): MetricProducer {
  const startTime = millisToHrTime(readClock().getTime());
  return {
    async collect() {
      const times = { startTime, endTime: millisToHrTime(readClock().getTime()) };
      const all = await registry.getMetricsAsJSON();
      const read = all.flatMap((metric) => readMetric(metric, times));
      return {
        resourceMetrics: {
          resource: emptyResource(),
          scopeMetrics: [{ scope: { name: 'signet' }, metrics: read }],
        },
        errors: [],
      };
    },
  };
}

/** The metric type as prom-client writes it in JSON. */
function readMetric(metric: Metric, times: Times): MetricData[] {
  if (metric.values.length === 0) return [];
  switch (String(metric.type)) {
    case 'counter':
      return [
        { ...describe(metric), dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points(metric, times) },
      ];
    case 'gauge':
      return [{ ...describe(metric), dataPointType: DataPointType.GAUGE, dataPoints: points(metric, times) }];
    case 'histogram':
      return [{ ...describe(metric), dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(metric, times) }];
    default:
      return [];
  }
}

function describe({ name, help }: Metric) {
  const descriptor = { name, description: help, unit: '', valueType: ValueType.DOUBLE };
  return { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
}

/** A gauge without a measurement is NaN, which JSON cannot represent. */
function points({ values }: Metric, times: Times) {
  const measured = values.filter(({ value }) => Number.isFinite(value));
  return measured.map(({ value, labels }) => ({ ...times, attributes: labels, value }));
}

type Series = {
  readonly attributes: Attributes;
  readonly buckets: { readonly boundary: number; readonly atMost: number }[];
  sum: number;
  count: number;
};

/**
 * Prometheus writes a histogram as a list: each bucket with the number of values up to it, then the sum and the count.
 */
function histograms({ name, values }: Metric, times: Times) {
  const all = new Map<string, Series>();
  for (const { value, labels, metricName } of values) {
    const { le, ...attributes } = labels;
    const key = JSON.stringify(attributes);
    const series = all.get(key) ?? { attributes, buckets: [], sum: 0, count: 0 };
    all.set(key, series);
    if (metricName === `${name}_sum`) series.sum = value;
    else if (metricName === `${name}_count`) series.count = value;
    else if (le !== '+Inf') series.buckets.push({ boundary: Number(le), atMost: value });
  }
  return [...all.values()].map((series) => ({ ...times, attributes: series.attributes, value: toHistogram(series) }));
}

function toHistogram({ buckets, sum, count }: Series) {
  const atMost = [...buckets.map((bucket) => bucket.atMost), count];
  return {
    buckets: {
      boundaries: buckets.map(({ boundary }) => boundary),
      counts: atMost.map((own, index) => own - (atMost[index - 1] ?? 0)),
    },
    sum,
    count,
  };
}
