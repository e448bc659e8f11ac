import type { Problem } from './problem';
import type { Planned } from './sections';

/** The minimum length of a password that can be the only factor (NIST SP 800-63B-4 §3.1.1.2). In code points. */
const onlyFactorLength = 15;

/**
 * If passwords may be shorter, a second factor is required everywhere: in the portal and in every tenant (security
 * #88).
 */
export async function checkPasswordLength({ listed, plans, portal }: Planned): Promise<Problem[]> {
  if (portal.passwordMinLength >= onlyFactorLength) return [];
  if (portal.secondFactor !== 'required') {
    return [problem(['portal', 'password_min_length'], 'needs second_factor: required')];
  }
  const places = new Map(listed.tenants?.map(({ name }, index) => [name, index]));
  return (await plans.tenants.after())
    .filter(({ secondFactor }) => secondFactor !== null && secondFactor !== 'required')
    .map(({ name }) => {
      const index = places.get(name);
      return index === undefined
        ? problem(['portal', 'password_min_length'], `needs second_factor: required in the tenant ${name} too`)
        : problem(['tenants', index, 'second_factor'], 'expected required, as password_min_length is below 15');
    });
}

function problem(path: Problem['path'], message: string): Problem {
  return { path, code: 'password_min_length', message };
}
