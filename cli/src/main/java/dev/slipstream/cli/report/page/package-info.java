/**
 * Renders a proof, or the same proof from several machines, as one self-contained HTML page: no network, no script.
 *
 * <p>{@link dev.slipstream.cli.report.page.ReportPage} lists the sections; {@code PageFrame} is the frame around them on every
 * page. Plots are SVG without a view box: positions along the x axis are percentages of the width, everything else is in pixels.
 * A plot therefore follows the window's width, and its text does not shrink.
 */
package dev.slipstream.cli.report.page;
