import { timeView } from './frame/time-view';
import { MomentText, type MomentTextProps } from './moment-text';

/**
 * A time in the time zone that the person chose. The tooltip has the time in UTC, so that people in different zones can
 * compare. Client components, such as forms and their results, use ClientMoment instead.
 */
export function Moment(props: Omit<MomentTextProps, 'view'>) {
  return <MomentText {...props} view={timeView()} />;
}
