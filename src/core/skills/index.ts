export { toSkillTrace } from './skill-trace.ts';
