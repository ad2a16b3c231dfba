import { useEffect, useState } from 'preact/hooks';
import type { ApiTryJob } from '#schema';

/** The trial that was started last, as the server reports it; null where there was none. */
export function useTryJob(): ApiTryJob | null {
  const [job, setJob] = useState<ApiTryJob | null>(null);
  useEffect(() => {
    const events = new EventSource('/api/v1/try/events');
    events.onmessage = ({ data }) => setJob(JSON.parse(String(data)) as ApiTryJob | null);
    return () => events.close();
  }, []);
  return job;
}
