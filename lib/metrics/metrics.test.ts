import { describe, expect, it } from 'vitest';
import { readMetrics } from './cluster-metrics';
import { countRequest, metrics } from './metrics';

describe('readMetrics', () => {
  it('shows requests, durations, tokens, sign-ins and the process in the text format of Prometheus', async () => {
    countRequest('/connect/token', 'issued', 0.002);
    countRequest('/connect/token', 'issued', 0.2);
    countRequest('/connect/token', 'invalid_grant', 0.002);
    metrics().tokensIssued.inc({ grant: 'client_credentials' });
    metrics().signIns.inc({ outcome: 'success' });
    const text = await readMetrics();
    expect(text).toContain('signet_requests_total{endpoint="/connect/token",outcome="issued"} 2');
    expect(text).toContain('signet_requests_total{endpoint="/connect/token",outcome="invalid_grant"} 1');
    expect(text).toContain('signet_request_duration_seconds_bucket{le="0.0025",endpoint="/connect/token"} 2');
    expect(text).toContain('signet_request_duration_seconds_count{endpoint="/connect/token"} 3');
    expect(text).toContain('signet_tokens_issued_total{grant="client_credentials"} 1');
    expect(text).toContain('signet_sign_ins_total{outcome="success"} 1');
    expect(text).toContain('process_cpu_seconds_total');
  });
});
