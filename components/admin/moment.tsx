import { timeView } from './frame/time-view';
import { MomentText, type MomentTextProps } from './moment-text';

/**
 * A time for people in the zone of their choice; the title says it in UTC, so that everybody can tell the same. In client
 * components, such as forms and what is shown after them, use ClientMoment.
 */
export function Moment(props: Omit<MomentTextProps, 'view'>) {
  return <MomentText {...props} view={timeView()} />;
}
