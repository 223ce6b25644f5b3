import { z } from 'zod';

/**
 * One entry of the catalogue: the fields that the vendor's schema names.
 *
 * @see https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities_schema.json
 */
export const Vulnerability = z.object({
  cveID: z.string().meta({ title: 'CVE id', example: 'CVE-2021-44228' }),
  vendorProject: z.string().meta({ title: 'Vendor or project' }),
  product: z.string().meta({ title: 'Product' }),
  vulnerabilityName: z.string().meta({ title: 'Name of the vulnerability' }),
  dateAdded: z.iso.date().meta({ title: 'Date on which it was added' }),
  shortDescription: z.string().meta({ title: 'Description' }),
  requiredAction: z.string().meta({ title: 'Required action' }),
  dueDate: z.iso.date().meta({ title: 'Date by which the action is required' }),
  knownRansomwareCampaignUse: z
    .string()
    .optional()
    .meta({ title: 'Known use in ransomware campaigns: Known or Unknown' }),
  notes: z.string().optional().meta({ title: 'Notes' }),
  cwes: z.array(z.string()).optional().meta({ title: 'Weaknesses (CWE ids)' }),
});
