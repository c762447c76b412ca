/**
 * A proof, or the same proof from several machines, as one HTML page that needs nothing else: no network, no script.
 *
 * <p>{@link dev.slipstream.cli.report.page.ReportPage} lists the sections, {@code PageFrame} is what any page of ours has
 * around them. Plots are SVG without a view box: places along the x axis are percentages of the width, all else is in pixels, so
 * that a plot follows the window and its text does not shrink with it.
 */
package dev.slipstream.cli.report.page;
